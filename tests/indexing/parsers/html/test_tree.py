import pytest

from indexing.parsers.html.tokens import html_tokens
from indexing.parsers.html.tree import MAX_DEPTH, HtmlNode, HtmlText, html_tree


def outline(node: HtmlNode | HtmlText) -> str:
    if isinstance(node, HtmlText):
        return node.text
    inside = "".join(map(outline, node.children))
    return f"{node.tag}({inside})" if node.tag else inside


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b</p>c", "p(a)p(b)c"),
        ("<p>a<div>b</div>c", "p(a)div(b)c"),
        ("<p>a<table><tr><td>b<p>c</table>d", "p(a)table(tr(td(bp(c))))d"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "ul(li(aul(li(b)))li(c))"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt(a)dd(b)dt(c))"),
        ("<table><tr><td>a<td>b<tr><th>c</table>", "table(tr(td(a)td(b))tr(th(c)))"),
        ("<table><thead><tr><td>a<tbody><tr><td>b</table>", "table(thead(tr(td(a)))tbody(tr(td(b))))"),
        ("<h1>a<h2>b</h1>c", "h1(a)h2(b)c"),
        ("<b><i>a</b>b</i>c", "b(i(a))bc"),
        ("<b>a<p>b</b>c</p>d", "b(ap(bc)d)"),
        ("a</p>b</br>c", "ap()bbr()c"),
        ("a</div></b></table>b", "ab"),
        ("<div><td>a</div>b", "div(td()a)b"),
        ("<a>x<a>y", "a(x)a(y)"),
        ("<svg><path/><title>t</title><p>b", "svg(path()title(t))p(b)"),
        ("<div/>a", "div(a)"),
        ("<body>a</body></html>b", "body(ab)"),
        ("<select><option>a<option>b</select>c", "select(option(a)option(b))c"),
        ("<ruby>a<rp>(<rt>b<rp>)</ruby>c", "ruby(arp(()rt(b)rp()))c"),
    ],
)
def test_left_out_end_tags_are_supplied_and_wrong_ones_ignored(html: str, expected: str) -> None:
    assert outline(html_tree(html_tokens(html))) == expected


def test_below_the_last_level_elements_are_neighbours() -> None:
    root = html_tree(html_tokens("<div>" * 1000 + "a" + "</div>" * 1000 + "b"))
    depth = max(len(list(node.ancestors())) for node in root.descendants() if isinstance(node, HtmlNode))
    assert depth == MAX_DEPTH + 1
    assert [child.text for child in root.children if isinstance(child, HtmlText)] == ["b"]


def test_elements_know_of_blocks_and_headings_inside_them() -> None:
    root = html_tree(html_tokens("<div><span><b>x</b></span></div><div><p><i>y</i></p><section><h2>z"))
    plain, rich = (child for child in root.children if isinstance(child, HtmlNode))
    assert (plain.has_block, plain.has_heading) == (False, False)
    assert (rich.has_block, rich.has_heading) == (True, True)
