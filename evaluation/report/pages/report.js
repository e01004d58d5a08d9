"use strict";
(() => {
  const filters = document.getElementById("filters");
  if (!filters) return;
  const form = filters.querySelector("form"), matching = document.getElementById("matching");
  const cases = [...document.querySelectorAll(".case")];
  const asked = [...form.querySelectorAll("[data-filter]")];
  filters.hidden = false;

  const fits = (each) => asked.every((field) => {
    const wanted = field.value.trim().toLowerCase();
    if (!wanted) return true;
    if (field.dataset.filter !== "words") return each.dataset[field.dataset.filter] === field.value;
    return (each.searched ??= each.textContent.toLowerCase()).includes(wanted);
  });
  const filter = () => {
    for (const each of cases) each.hidden = !fits(each);
    const left = shown().length;
    matching.textContent = left === cases.length ? `${left} cases` : `${left} of ${cases.length} cases`;
  };
  const shown = () => cases.filter((each) => !each.hidden);
  const go = (each) => {
    if (!each) return;
    const summary = each.querySelector("summary");
    summary.focus({ preventScroll: true });
    each.scrollIntoView({ block: "nearest" });
  };
  const beside = (step) => {
    const all = shown(), at = all.indexOf(document.activeElement?.closest(".case"));
    return at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  form.addEventListener("click", (event) => {
    const does = event.target.dataset.does;
    if (does === "reset") form.reset(), filter();
    else if (does) for (const each of shown()) each.open = does === "open all";
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (event.key === "j") go(beside(1));
    else if (event.key === "k") go(beside(-1));
  });
  const follow = () => {
    const each = location.hash.startsWith("#case-") && document.getElementById(location.hash.slice(1));
    if (each) each.open = true, go(each);
  };
  window.addEventListener("hashchange", follow);
  filter();
  follow();
})();
