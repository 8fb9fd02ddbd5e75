// Sets the dashboard's colour scheme before the first paint; adds copy buttons and the call filter.
(() => {
  const root = document.documentElement;
  const key = "mantine-color-scheme-value";
  try {
    const stored = localStorage.getItem(key);
    if (stored === "dark" || stored === "light") root.dataset.scheme = stored;
  } catch {
    // Without storage, the system's colour scheme applies.
  }

  function addCopyButtons() {
    const said = document.createElement("p");
    said.className = "hidden-text";
    said.setAttribute("role", "status");
    document.body.append(said);
    async function copy(block, button) {
      let word = "Copied";
      try {
        await navigator.clipboard.writeText(block.querySelector("code").textContent);
      } catch {
        word = "Select and copy";
      }
      button.textContent = word;
      said.textContent = word;
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
      }, 2000);
    }
    for (const block of document.querySelectorAll(".code")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.setAttribute("aria-label", `Copy. ${block.firstElementChild.ariaLabel}`);
      button.addEventListener("click", () => void copy(block, button));
      block.append(button);
    }
  }

  function addFilter() {
    const calls = document.querySelector(".calls");
    if (!calls) return;
    const label = calls.querySelector(".filter");
    const input = label.querySelector("input");
    const nothing = calls.querySelector(".nothing");
    label.hidden = false;
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const group of calls.querySelectorAll(".find-group")) {
        let here = 0;
        for (const entry of group.querySelectorAll("li")) {
          const fits = words.every((word) => entry.dataset.find.includes(word));
          entry.hidden = !fits;
          if (fits) here += 1;
        }
        group.hidden = here === 0;
        shown += here;
      }
      nothing.textContent = shown === 0 ? "No call fits." : "";
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const first = calls.querySelector(".find-group:not([hidden]) li:not([hidden]) a");
      if (first) first.click();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.matches("input, textarea")) return;
      event.preventDefault();
      input.focus();
    });
  }

  function addSchemeButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "scheme";
    const isDark = () =>
      (root.dataset.scheme ??
        (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const show = () => {
      for (const source of document.querySelectorAll(".logo source"))
        if (root.dataset.scheme) source.media = isDark() ? "all" : "not all";
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
    };
    button.addEventListener("click", () => {
      root.dataset.scheme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem(key, root.dataset.scheme);
      } catch {
        // Without storage, it applies to this page only.
      }
      show();
    });
    show();
    document.querySelector("header nav").append(button);
  }

  document.addEventListener("DOMContentLoaded", () => {
    addCopyButtons();
    addFilter();
    addSchemeButton();
  });
})();
