/**
 * The script of pages whose snippet needs consent: asks in the page's language, keeps the decision,
 * and runs the snippet only if the visitor agreed. `#consent` in the address asks again.
 */
import { headSentences } from "@turnpike/locales/head.ts";
import { langs } from "@turnpike/contract/refusals.ts";

const texts = Object.fromEntries(langs.map((lang) => [lang, headSentences(lang)]));

export const consentScript = `"use strict";
(() => {
  const source = document.getElementById("head-consent");
  if (!source) return;
  const { version, origins, elements } = JSON.parse(source.textContent);
  const texts = ${JSON.stringify(texts)};
  const key = "app.head";
  let kept = null;
  let runs = false;
  let banner = null;
  const read = () => {
    try { return localStorage.getItem(key); } catch { return kept; }
  };
  const keep = (decision) => {
    kept = decision + " " + version;
    try { localStorage.setItem(key, kept); } catch {}
  };
  const run = () => {
    if (runs) return;
    runs = true;
    for (const { tag, attributes, text } of elements) {
      const made = document.createElement(tag);
      if (tag === "script") made.async = false;
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      made.textContent = text;
      document.head.append(made);
    }
  };
  const words = () => texts[document.documentElement.lang.slice(0, 2)] || texts.en;
  const decide = (agreed) => {
    keep(agreed ? "yes" : "no");
    banner?.remove();
    banner = null;
    if (agreed) run();
    else if (runs) location.reload();
  };
  const styled = (made, style) => Object.assign(made.style, style) && made;
  const button = (agreed) => {
    const made = document.createElement("button");
    made.type = "button";
    made.addEventListener("click", () => decide(agreed));
    return styled(made, {
      font: "inherit", fontWeight: "600", padding: ".5rem 1rem", borderRadius: "8px",
      border: "1px solid transparent", background: "var(--brand-accent)", color: "#fff",
      cursor: "pointer",
    });
  };
  const ask = () => {
    if (banner) return;
    banner = styled(document.createElement("section"), {
      position: "fixed", zIndex: "1000", insetInline: "1rem", bottom: "1rem", maxWidth: "34rem",
      maxHeight: "70vh", overflow: "auto", margin: "0 auto", padding: "1rem 1.25rem",
      borderRadius: "12px", border: "1px solid var(--mantine-color-default-border, GrayText)",
      background: "var(--mantine-color-body, Canvas)", color: "var(--mantine-color-text, CanvasText)",
      boxShadow: "0 8px 30px rgb(0 0 0 / 20%)", font: "15px/1.5 system-ui, sans-serif",
    });
    const text = styled(document.createElement("p"), { margin: "0 0 .75rem" });
    const where = styled(document.createElement("p"), {
      margin: "0 0 .9rem", fontSize: ".85em", opacity: ".8", overflowWrap: "anywhere",
    });
    const row = styled(document.createElement("div"), { display: "flex", gap: ".6rem", flexWrap: "wrap" });
    const yes = button(true);
    const no = button(false);
    row.append(yes, no);
    banner.append(text, where, row);
    banner.id = "consent";
    const say = () => {
      const { label, question, agree, decline } = words();
      banner?.setAttribute("aria-label", label);
      text.textContent = question;
      where.textContent = origins.map((origin) => origin.split("://")[1]).join(", ");
      yes.textContent = agree;
      no.textContent = decline;
    };
    say();
    new MutationObserver(say).observe(document.documentElement, { attributeFilter: ["lang"] });
    document.body.append(banner);
  };
  const decision = read();
  if (decision === "yes " + version) run();
  else if (decision !== "no " + version) ask();
  const again = () => { if (location.hash === "#consent") ask(); };
  addEventListener("hashchange", again);
  again();
})();
`;
