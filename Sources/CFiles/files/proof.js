"use strict";
(function () {
  var unfold = document.getElementById("page:unfold");
  function all(isOpen) { document.querySelectorAll("details").forEach(function (each) { each.open = isOpen; }); }
  function reveal() {
    var part = document.getElementById(decodeURIComponent(location.hash.slice(1))), each = part;
    while (each) {
      if (each.tagName === "DETAILS") { each.open = true; }
      each = each.parentElement;
    }
    if (part) { part.scrollIntoView(); }
  }
  unfold.parentElement.hidden = false;
  unfold.addEventListener("click", function () {
    var isOpen = unfold.getAttribute("aria-pressed") !== "true";
    all(isOpen);
    unfold.setAttribute("aria-pressed", String(isOpen));
    unfold.textContent = isOpen ? "Fold all" : "Unfold all";
  });
  window.addEventListener("hashchange", reveal);
  reveal();
})();
