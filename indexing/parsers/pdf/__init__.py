"""PDF files and images: pages to text in reading order, with boxes; recognised where they are pictures of text."""
