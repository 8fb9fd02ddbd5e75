import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { showScreen } from "../../testing/screen.tsx";
import { EndpointSession } from "./EndpointSession.tsx";
import type { EndpointChoice } from "./endpoint-request.ts";

const first = { sticky: false, minutes: 10, count: 1, strict: false } as EndpointChoice;
function Session() {
  const [choice, setChoice] = useState(first);
  return (
    <EndpointSession choice={choice} onChange={(by) => setChoice((was) => ({ ...was, ...by }))} />
  );
}
const rule = /^A session ID takes another time once 3 minutes have passed since its last change\.$/;

test("for a kept exit it shows when the time of a sid can be changed (spec/gateway#sessions)", async () => {
  const path = "/cli/traffic-use?tab=endpoints";
  await showScreen({ screen: Session, area: "traffic-use", path, answers: {} });
  expect(screen.queryByText(rule)).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Kept for a while" }));
  expect(await screen.findByText(rule)).toBeTruthy();
});
