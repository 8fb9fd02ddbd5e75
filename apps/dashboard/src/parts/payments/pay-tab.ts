/** A tab for a payment page. */
interface PayTab {
  /** The browser let no new tab open. */
  blocked: boolean;
  /** Leads it to the page, which cannot reach back here. */
  lead(url: string): void;
  close(): void;
}

/** Opens it at the click, before the answer: browsers block what opens later. */
export function openPayTab(): PayTab {
  const tab = window.open("about:blank", "_blank");
  return {
    blocked: !tab,
    lead(url) {
      if (!tab) return;
      tab.opener = null;
      tab.location.replace(url);
    },
    close: () => tab?.close(),
  };
}
