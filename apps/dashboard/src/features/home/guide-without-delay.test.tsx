import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { showScreen } from "../../testing/screen.tsx";
import { newcomer } from "./testing/home.ts";
import { Home } from "./Home.tsx";

beforeEach(() => localStorage.clear());

it("renders a newcomer's home together with the guide, so that no button moves afterwards", async () => {
  const area = ["home", "guide", "buy", "cdkey"];
  await showScreen({ screen: Home, area, path: "/cli/home", answers: newcomer });
  await screen.findAllByRole("button", { name: "Top up" }, { timeout: 15_000 });
  expect(screen.queryByRole("heading", { name: "Your first request" })).not.toBeNull();
});
