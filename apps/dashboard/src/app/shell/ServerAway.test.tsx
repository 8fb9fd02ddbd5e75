import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useCall } from "../../lib/queries.ts";
import { NoAnswer, showScreen } from "../../testing/screen.tsx";
import { ServerAway } from "@turnpike/ui/ServerAway.tsx";

function Screen() {
  const { data } = useCall("headerInit", {});
  return (
    <>
      <ServerAway poll="headerInit" />
      <p>{data ? `Wallet ${data.walletCents}` : "nothing yet"}</p>
    </>
  );
}

test("a banner is shown while the server does not respond; a successful retry removes it", async () => {
  let away = true;
  await showScreen({
    screen: Screen,
    area: ["shell"],
    path: "/cli/home",
    answers: { "/v1/headerInit": () => (away ? new NoAnswer() : { walletCents: 500 }) },
  });
  await screen.findByText("The server does not answer. What you see may be out of date.");
  away = false;
  const again = await screen.findByRole("button", { name: "Try again" });
  // The request sent just now still fails.
  await waitFor(() => expect(again.dataset["loading"]).toBeUndefined());
  fireEvent.click(again);
  await screen.findByText("Wallet 500");
  await waitFor(() => expect(screen.queryByText(/does not answer/)).toBeNull());
});
