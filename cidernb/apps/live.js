// A region whose node stays while its content changes, so that assistive tools announce it.
function render({ model, el }) {
  el.setAttribute("role", "status");
  el.setAttribute("aria-live", "polite");
  el.setAttribute("aria-atomic", "true");
  const show = () => {
    el.innerHTML = model.get("value");
  };
  model.on("change:value", show);
  show();
  // The widget is put into the page after it is rendered.
  requestAnimationFrame(() => {
    const output = el.closest(".jp-OutputArea-output");
    output?.addEventListener("focusin", keepKeys);
    // What scrolls is reached by keyboard.
    output?.querySelectorAll(".widget-tab-contents").forEach((tab) => (tab.tabIndex = 0));
  });
  return () => model.off("change:value", show);
}

// JupyterLab takes arrows and letters pressed in a dropdown for commands on cells (x cuts one).
// It looks for this mark on the element that has the focus.
function keepKeys({ target }) {
  if (target.matches("select, input[type=radio], [role=tab]")) {
    target.dataset.lmSuppressShortcuts = "true";
  }
}

export default { render };
