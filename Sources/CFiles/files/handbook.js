"use strict";
(function () {
  function part(name) { return document.getElementById("page:" + name); }
  function words(node) { return (node ? node.textContent : "").replace(/\s+/g, " ").trim(); }
  var main = part("main"), field = part("field"), note = part("note"), found = part("found"), menu = part("menu");
  var unfold = part("unfold"), form = field.form, most = 40, entries = null;
  var isNarrow = window.matchMedia("(max-width: 60rem)");

  // The heading without the id beside it, the first line of a row, or what an example is called.
  function title(element) {
    var head = (element.tagName === "TR" ? element.cells[0] : element.firstElementChild).cloneNode(true);
    var id = head.querySelector(".id"), end = head.querySelector("br");
    if (id) { id.remove(); }
    while (end) {
      if (end.nextSibling) { end.nextSibling.remove(); } else { end.remove(); end = null; }
    }
    return words(head);
  }

  // One entry for each section, row and example that can be linked to, with the text that is in no other.
  function index() {
    var owners = new Map(), walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT), node, owner, list = [];
    main.querySelectorAll("section[id], tr[id], details[id]").forEach(function (element) {
      owners.set(element, []);
    });
    while ((node = walker.nextNode())) {
      owner = node.parentElement.closest("section[id], tr[id], details[id], svg");
      if (owners.has(owner)) { owners.get(owner).push(node.data); }
    }
    owners.forEach(function (texts, element) {
      var chapter = element.closest("main > section"), heading = title(element);
      var text = texts.join(" ").replace(/\s+/g, " ").trim();
      list.push({
        id: element.id, title: heading, chapter: chapter === element ? "" : title(chapter), name: heading.toLowerCase(),
        text: text.startsWith(heading) ? text.slice(heading.length).trim() : text,
        rank: element.tagName === "SECTION" ? 0 : element.tagName === "TR" ? 1 : 2
      });
    });
    list.forEach(function (entry) { entry.lower = entry.text.toLowerCase(); });
    return list;
  }

  function marked(element, text, wanted) {
    var lower = text.toLowerCase(), place = 0, next, word;
    while (true) {
      next = -1;
      wanted.forEach(function (each) {
        var at = lower.indexOf(each, place);
        if (at >= 0) { if (next === -1 || next > at) { next = at; word = each; } }
      });
      if (next === -1) { break; }
      element.append(text.slice(place, next));
      var mark = document.createElement("mark");
      mark.textContent = text.slice(next, next + word.length);
      element.append(mark);
      place = next + word.length;
    }
    element.append(text.slice(place));
  }

  function snippet(entry, wanted) {
    var first = wanted.map(function (word) { return entry.lower.indexOf(word); }).filter(function (at) { return at >= 0; });
    if (first.length === 0) { return ""; }
    var at = Math.max(0, Math.min.apply(null, first) - 40), end = at + 140;
    return (at > 0 ? "… " : "") + entry.text.slice(at, end) + (entry.text.length > end ? " …" : "");
  }

  function search() {
    var wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    found.hidden = wanted.length === 0;
    menu.hidden = wanted.length > 0;
    note.textContent = "";
    if (wanted.length === 0) { return; }
    entries = entries || index();
    var hits = entries.map(function (entry) {
      if (wanted.every(function (word) { return entry.name.includes(word); })) { return { entry: entry, rank: entry.rank }; }
      var isHit = wanted.every(function (word) { return entry.name.includes(word) || entry.lower.includes(word); });
      return isHit ? { entry: entry, rank: 3 + entry.rank } : null;
    }).filter(Boolean);
    hits.sort(function (one, other) { return one.rank - other.rank; });
    hits.slice(0, most).forEach(function (hit) {
      var item = document.createElement("li"), link = document.createElement("a");
      var heading = document.createElement("strong"), text = document.createElement("span");
      link.href = "#" + encodeURIComponent(hit.entry.id);
      marked(heading, hit.entry.title.slice(0, 160), wanted);
      marked(text, (hit.entry.chapter ? hit.entry.chapter + ": " : "") + snippet(hit.entry, wanted), wanted);
      link.append(heading, text);
      item.append(link);
      found.append(item);
    });
    note.textContent = hits.length === 0 ? "Nothing found." : hits.length === 1 ? "1 place found." :
      hits.length + " places found" + (hits.length > most ? "; the first " + most + " are shown." : ".");
  }

  function clear() { field.value = ""; search(); }

  // What a link leads to may be folded.
  function reveal() {
    var name = decodeURIComponent(location.hash.slice(1)), element = name ? document.getElementById(name) : null;
    if (!element) { return; }
    for (var outer = element; outer; outer = outer.parentElement) {
      if (outer.tagName === "DETAILS") { if (outer !== menu) { outer.open = true; } }
    }
    element.scrollIntoView();
  }

  function move(step) {
    var links = Array.from(found.querySelectorAll("a")), at = links.indexOf(document.activeElement) + step;
    if (0 > at) { field.focus(); return; }
    if (links.length > at) { links[at].focus(); }
  }

  form.hidden = false;
  unfold.parentElement.hidden = false;
  if (isNarrow.matches) { menu.open = false; }
  field.addEventListener("input", search);
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = found.querySelector("a");
    if (first) { first.click(); }
  });
  document.addEventListener("keydown", function (event) {
    var isWithin = event.target === field || found.contains(event.target);
    if (event.key === "Escape") { if (isWithin) { clear(); field.focus(); } }
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "/") { if (event.target !== field) { event.preventDefault(); field.focus(); field.select(); } }
    if (!isWithin) { return; }
    if (event.key === "ArrowDown") { event.preventDefault(); move(1); }
    if (event.key === "ArrowUp") { event.preventDefault(); move(-1); }
  });
  document.querySelector("nav").addEventListener("click", function (event) {
    var link = event.target.closest("a");
    if (!link) { return; }
    if (isNarrow.matches) { menu.open = false; if (found.contains(link)) { clear(); } }
    if (link.hash === location.hash) { reveal(); }
  });
  unfold.addEventListener("click", function () {
    var isOpen = unfold.getAttribute("aria-pressed") !== "true";
    main.querySelectorAll("details.group, details.example").forEach(function (each) { each.open = isOpen; });
    unfold.setAttribute("aria-pressed", String(isOpen));
    unfold.textContent = isOpen ? "Fold all examples" : "Unfold all examples";
  });
  window.addEventListener("hashchange", reveal);
  reveal();
})();
