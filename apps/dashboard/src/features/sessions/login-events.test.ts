import { loginEvents } from "@turnpike/contract/session.ts";
import { shownTexts } from "@turnpike/locales/catalogues.ts";
import { describe, expect, it } from "vitest";
import { kindOfEvent } from "./login-events.ts";

interface Words {
  log: { events: Record<string, string> };
}
const eventsIn = (language: string) =>
  (shownTexts(language, "setting-account") as unknown as Words).log.events;

describe("the login log", () => {
  it.each(["en", "zh-tw", "fr", "ru", "vi", "de"])(
    "has a distinct text for every event in %s",
    (language) => {
      const words = eventsIn(language);
      expect(Object.keys(words).sort()).toEqual([...loginEvents].sort());
      expect(new Set(Object.values(words)).size).toBe(loginEvents.length);
    },
  );

  it("distinguishes changes to the account's security from sign-ins", () => {
    const changes = loginEvents.filter((event) => kindOfEvent[event] === "change");
    expect(changes).toContain("passwordChanged");
    expect(changes).toContain("accessKeyChanged");
    expect(changes).not.toContain("signin");
    expect(changes).not.toContain("signout");
  });
});
