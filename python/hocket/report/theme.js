// Light, dark, or as the system has it; the choice stays where the browser lets a file keep anything.
{
  const root = document.documentElement, group = document.querySelector(".themes");
  const choose = name => {
    if (name === "auto") delete root.dataset.theme;
    else root.dataset.theme = name;
    for (const button of group.children) button.setAttribute("aria-pressed", button.dataset.themeChoice === name);
  };
  let kept = null;
  try { kept = localStorage.getItem("hocket-theme"); } catch { /* a page opened from a file may have no storage */ }
  choose(["light", "dark"].includes(kept) ? kept : "auto");
  group.addEventListener("click", event => {
    const name = event.target.dataset.themeChoice;
    if (!name) return;
    choose(name);
    try { localStorage.setItem("hocket-theme", name); } catch { /* as above */ }
  });
  group.hidden = false;
}
