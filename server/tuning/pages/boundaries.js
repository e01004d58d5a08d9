"use strict";
(() => {
  const details = document.getElementById("details");
  const meanings = {
    reference: "begins with a reference to something before it",
    no_sentence: "has no sentence",
    noise: "is mostly noise",
    short: "is very short",
  };
  let chosen = null;

  const make = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  /* Per document, when it is first asked for: its chunks, and where each of its text nodes begins, in code points. */
  const dataOf = (article) => {
    article.chunkData ??= JSON.parse(article.querySelector("script.data").textContent);
    return article.chunkData;
  };
  const codePoints = (text) => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g) || []).length;
  const nodesOf = (article) => {
    if (article.textNodes) return article.textNodes;
    const walker = document.createTreeWalker(article.querySelector(".text"), NodeFilter.SHOW_TEXT);
    const found = [];
    let start = 0;
    while (walker.nextNode()) {
      found.push([start, walker.currentNode]);
      start += codePoints(walker.currentNode.data);
    }
    return (article.textNodes = found);
  };
  const place = (article, position, atEnd) => {
    const nodes = nodesOf(article);
    let low = 0, high = nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (atEnd ? nodes[middle][0] < position : nodes[middle][0] <= position) low = middle + 1;
      else high = middle;
    }
    const [start, node] = nodes[Math.max(0, low - 1)];
    let units = 0;
    for (let left = position - start; left > 0 && units < node.data.length; left--)
      units += node.data.codePointAt(units) > 0xffff ? 2 : 1;
    return [node, units];
  };
  const rangeOf = (article, [start, end]) => {
    const range = document.createRange();
    range.setStart(...place(article, start, false));
    range.setEnd(...place(article, end, true));
    return range;
  };

  const highlight = (ranges) => {
    if (!window.CSS || !CSS.highlights) return;
    CSS.highlights.delete("context");
    if (ranges.length) CSS.highlights.set("context", new Highlight(...ranges));
  };

  const entry = (list, name, value) => {
    if (value === "") return;
    list.append(make("dt", name), make("dd", value));
  };
  const show = (article, label, data) => {
    const [path, span, context, tokens, method, kind, flags, parent, indexed, key, text] = data;
    details.append(make("h3", label));
    details.append(make("div", path.join(" › ") || "before the first heading", "note"));
    const badges = make("div");
    for (const flag of flags) badges.append(make("span", meanings[flag] || flag, "badge"));
    if (!indexed) badges.append(make("span", "read, not searched", "badge"));
    if (key) badges.append(make("span", "key section", "badge"));
    details.append(badges);
    const list = make("dl");
    entry(list, "characters", `${span[0]}–${span[1]}`);
    entry(list, "tokens", `${tokens[0]}, of its own ${tokens[1]}`);
    entry(list, "cut by", method);
    entry(list, "kind", kind);
    entry(list, "read in", parent);
    details.append(list);
    if (context.length) details.append(make("h4", "Needs"));
    const ranges = context.map((each) => rangeOf(article, each));
    ranges.forEach((range, index) => {
      const button = make("button", range.toString(), "reference");
      button.title = context[index].join("–");
      button.addEventListener("click", () => range.startContainer.parentElement.scrollIntoView({ block: "center" }));
      details.append(button);
    });
    details.append(make("h4", "What the model sees"), make("pre", text));
    return ranges;
  };

  const close = () => {
    for (const each of document.querySelectorAll(".chosen")) each.classList.remove("chosen");
    details.replaceChildren();
    highlight([]);
    chosen = null;
  };
  const choose = (element) => {
    if (element === chosen) return;
    close();
    chosen = element;
    const article = element.closest("article"), data = dataOf(article), ranges = [];
    for (const side of ["chunk", "a", "b"]) {
      const number = element.dataset[side] ?? (side === "chunk" ? element.id.split("c")[1] : undefined);
      if (number === undefined || number === "" || (side === "chunk" && !Array.isArray(data))) continue;
      const all = side === "chunk" ? data : data[side];
      const name = side === "chunk" ? `Chunk ${number}` : `${side.toUpperCase()}: chunk ${number}`;
      ranges.push(...show(article, `${name} of ${all.length}`, all[number]));
    }
    element.classList.add("chosen");
    details.scrollTop = 0;
    highlight(ranges);
    for (const each of article.querySelectorAll(".chunk[tabindex='0']")) each.tabIndex = -1;
    element.tabIndex = 0;
  };
  const go = (element) => {
    if (!element) return;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
    choose(element);
  };
  /* Where two sets of borders are shown, a range may lie within chunks that begin before it. */
  const startOf = (element) => {
    while (element && !element.matches(".chunk[data-label]")) element = element.previousElementSibling;
    return element;
  };
  const beside = (element, step, wanted) => {
    const all = [...document.querySelectorAll(".chunk[data-label]")];
    let index = element ? all.indexOf(element.matches("[data-label]") ? element : startOf(element)) + step : 0;
    while (all[index] && wanted && !all[index].matches(wanted)) index += step;
    return all[index];
  };

  document.addEventListener("click", (event) => {
    const element = event.target.closest(".chunk");
    if (element && getSelection().isCollapsed) go(element);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".chunk")) choose(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = event.target.matches(".chunk");
    if (event.key === "Escape") close();
    else if (event.key === "f") go(beside(chosen, 1, ".flagged, .differs"));
    else if (inside && event.key === "ArrowDown") go(beside(chosen, 1)), event.preventDefault();
    else if (inside && event.key === "ArrowUp") go(beside(chosen, -1)), event.preventDefault();
  });
  const follow = () => {
    const element = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (element && element.matches(".chunk")) go(element);
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
