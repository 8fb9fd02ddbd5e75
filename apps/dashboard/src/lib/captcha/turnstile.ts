/** Shows Turnstile's widget in a dialog, if the operator has chosen it. */
import i18next from "i18next";
import classes from "./turnstile.module.css";

export interface TurnstileChallenge {
  type: "turnstile";
  siteKey: string;
  action: string;
  /** The widget's script; the page's policy lets no other origin in. */
  script: string;
}

interface Turnstile {
  render: (
    into: HTMLElement,
    options: {
      sitekey: string;
      action: string;
      callback: (token: string) => void;
      "error-callback": () => void;
    },
  ) => void;
}
const widgetOf = () => (window as { turnstile?: Turnstile }).turnstile;

async function load(script: string): Promise<Turnstile> {
  const known = widgetOf();
  if (known) return known;
  await new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = script;
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error("Turnstile did not load")));
    document.head.append(element);
  });
  const loaded = widgetOf();
  if (!loaded) throw new Error("Turnstile did not start");
  return loaded;
}

/** Returns the widget's token. @throws Error if the person gives up, or it cannot be shown */
export async function askTurnstile(
  { siteKey, action, script }: TurnstileChallenge,
  until: AbortSignal,
): Promise<string> {
  const turnstile = await load(script);
  const { dialog, widget } = makeDialog();
  document.body.append(dialog);
  dialog.showModal();
  try {
    return await new Promise<string>((resolve, reject) => {
      const give = () => reject(new Error("given up"));
      dialog.addEventListener("close", give);
      until.addEventListener("abort", give);
      turnstile.render(widget, {
        sitekey: siteKey,
        action,
        callback: resolve,
        "error-callback": () => reject(new Error("Turnstile failed")),
      });
    });
  } finally {
    dialog.remove();
  }
}

function makeDialog() {
  const dialog = document.createElement("dialog");
  dialog.className = classes.dialog ?? "";
  const title = document.createElement("h2");
  title.id = "captcha-title";
  title.textContent = i18next.t("ui:captcha.title");
  dialog.setAttribute("aria-labelledby", title.id);
  const widget = document.createElement("div");
  widget.className = classes.widget ?? "";
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.textContent = i18next.t("ui:cancel");
  cancel.addEventListener("click", () => dialog.close());
  dialog.append(title, widget, cancel);
  return { dialog, widget };
}
