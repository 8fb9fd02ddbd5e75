/** A tab for a payment page. */
interface PayTab {
  /** The browser blocked the new tab. */
  popupBlocked: boolean;
  /** Navigates the tab to the page, without access to this window. */
  navigate(url: string): void;
  close(): void;
}

/** Opens the tab during the click, before the answer: browsers block tabs opened later. */
export function openPayTab(): PayTab {
  const tab = window.open("about:blank", "_blank");
  return {
    popupBlocked: !tab,
    navigate(url) {
      if (!tab) return;
      tab.opener = null;
      tab.location.replace(url);
    },
    close: () => tab?.close(),
  };
}

/** A page on which to pay for an order. */
export interface PayPage {
  paymentId: string;
  /** The browser blocked the tab, so the user has to open it. */
  popupBlocked: boolean;
}

/**
 * Places an order and navigates the tab, opened during the click, to the payment page. `page` is
 * null if it was paid at once, undefined if nothing was ordered.
 */
export async function orderWithTab<
  A extends { paymentId?: string | undefined; payUrl?: string | undefined },
>(
  external: boolean,
  order: () => Promise<A | undefined>,
): Promise<{ answer: A; page: PayPage | null } | undefined> {
  const tab = external ? openPayTab() : null;
  const answer = await order();
  // Navigates or closes the tab even if this screen has been left by then.
  const { paymentId, payUrl } = answer ?? {};
  if (answer && paymentId && payUrl) {
    tab?.navigate(payUrl);
    return { answer, page: { paymentId, popupBlocked: tab?.popupBlocked ?? true } };
  }
  tab?.close();
  return answer && { answer, page: null };
}
