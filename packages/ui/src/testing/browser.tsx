/** What Mantine needs of a browser and jsdom lacks, and the English texts of this package. */
import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement, ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, vi } from "vitest";
import ui from "@turnpike/locales/en/ui.json";

/** For the tests of a file; `matches` is what the window answers to a media query. */
export function forBrowserTests(matches: (query: string) => boolean = () => false): void {
  beforeAll(async () => {
    vi.stubGlobal("matchMedia", (media: string) => ({
      matches: matches(media),
      media,
      addEventListener() {},
      removeEventListener() {},
    }));
    vi.stubGlobal("ResizeObserver", UnseenSizes);
    await i18next.use(initReactI18next).init({ lng: "en", ns: ["ui"], resources: { en: { ui } } });
  });
  afterEach(cleanup);
}

/** jsdom has no layout, so nothing ever has another size. */
class UnseenSizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider>{children}</MantineProvider>
);

/** Renders an element within the theme. */
export const show = (element: ReactElement) => render(element, { wrapper: Themed });

/** Renders an element at an address; returns what reads the search of the present one. */
export function showAt(address: string, element: ReactElement): () => string {
  const initialEntries = [address];
  const router = createMemoryRouter([{ path: "/", element }], { initialEntries });
  show(<RouterProvider router={router} />);
  return () => router.state.location.search;
}
