/** A tab for a payment page. */
interface PayTab {
  /** The browser let no new tab open. */
  blocked: boolean;
  /** Navigates it to the page, which cannot reach back here. */
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

/** A page on which what was ordered is paid. */
export interface PayPage {
  paymentId: string;
  /** The browser let no tab open: the person has to. */
  blocked: boolean;
}

/**
 * Orders something and leads the tab, opened at the click, to the page on which to pay. `page` is
 * null where it was paid at once; undefined where nothing was ordered.
 */
export async function orderWithTab<
  A extends { paymentId?: string | undefined; payUrl?: string | undefined },
>(
  outside: boolean,
  order: () => Promise<A | undefined>,
): Promise<{ answer: A; page: PayPage | null } | undefined> {
  const tab = outside ? openPayTab() : null;
  const answer = await order();
  // The tab is navigated, or closed, even where this screen has been left by then.
  const { paymentId, payUrl } = answer ?? {};
  if (answer && paymentId && payUrl) {
    tab?.lead(payUrl);
    return { answer, page: { paymentId, blocked: tab?.blocked ?? true } };
  }
  tab?.close();
  return answer && { answer, page: null };
}
