"""Pages of a PDF as images, for pages that have no text of their own."""

from typing import Any, Final

from PIL import Image

_DPI: Final = 300
"""What tesseract is trained for."""

_MAX_PIXELS: Final = 40_000_000
"""A page of A3 at 300 dpi has 17 million; larger ones (plans, posters, hostile ones) are rendered coarser."""


def rendered(document: Any, index: int) -> tuple[Image.Image, int]:
    """Page `index`, from 0, in shades of gray as it is shown, and its dots per inch."""
    page = document[index]
    try:
        width, height = page.get_size()
        pixels = max(1.0, width * height) * (_DPI / 72) ** 2
        dpi = max(1, int(_DPI * min(1.0, (_MAX_PIXELS / pixels) ** 0.5)))
        bitmap = page.render(scale=dpi / 72, grayscale=True)
        image: Image.Image = bitmap.to_pil().convert("L")
        bitmap.close()
        return image, dpi
    finally:
        page.close()
