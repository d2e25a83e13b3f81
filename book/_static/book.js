// Mends of the theme's markup, for those who read with a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  // The search button says more than its label does: let its own text name it.
  for (const button of document.querySelectorAll(".search-button-field[aria-label]")) {
    button.removeAttribute("aria-label");
  }
  // Bibliography entries carry list roles that don't fit together.
  for (const entry of document.querySelectorAll(".citation-list, .citation-list [role]")) {
    entry.removeAttribute("role");
  }
  // The colour switch has a label; its icons need no titles of their own. Font Awesome turns each
  // <i title> into an <svg> with a <title>, before or after this runs: so watch.
  for (const button of document.querySelectorAll(".theme-switch-button")) {
    const quieten = () => {
      for (const icon of button.querySelectorAll(".theme-switch")) {
        icon.setAttribute("aria-hidden", "true");
        icon.removeAttribute("title");
        icon.querySelector("title")?.remove();
      }
    };
    quieten();
    new MutationObserver(quieten).observe(button, { childList: true, subtree: true });
  }
  // "Show code cell source" is its own name: a label that hides it misleads.
  for (const summary of document.querySelectorAll("summary[aria-label]")) {
    summary.removeAttribute("aria-label");
  }
});
