import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showScreen } from "../../testing/screen.tsx";
import { fieldsWithLink } from "./endpoint-fields.ts";
import { Tools } from "./Tools.tsx";
import { tools } from "./tools.ts";

const token = "ab".repeat(32);
const endpoint = {
  protocol: "http",
  host: "gate.example",
  port: 7000,
  username: "shopper1-sid-a1-t-10",
  password: "Secret99",
} as const;
const Screen = () => (
  <Tools proxies={[fieldsWithLink(endpoint, token)]} protocol="http" target="https://ip.example/" />
);

test("each program has its steps and the customer's own proxies (spec/traffic-plan#endpoints)", async () => {
  const path = "/cli/traffic-use?tab=endpoints";
  await showScreen({ screen: Screen, area: "traffic-use", path, answers: {} });
  for (const { name, where, command } of tools) {
    fireEvent.click(await screen.findByRole("combobox", { name: "Program" }));
    fireEvent.click(await screen.findByRole("option", { name, hidden: true }));
    const shown = await screen.findByRole("region", { name: `File for ${name}` });
    expect(shown.textContent).toContain("shopper1-sid-a1-t-10");
    expect(shown.textContent).toContain("gate.example");
    const steps = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(steps.join("\n")).toContain(where ?? command?.split(" ")[0]);
    expect(steps.at(-1)).toContain("https://ip.example/");
    const link = `[${window.location.origin}/rotate?token=${token}-a1]`;
    expect(shown.textContent?.includes(link)).toBe(/AdsPower|Dolphin/.test(name));
  }
});
