import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, press } from "../../../testing/person.ts";
import { page } from "../../../testing/page.ts";
import { type Answers, Refused } from "../../../testing/screen.tsx";
import { staticEventRow } from "../testing/static-ip.ts";
import type { StaticIp } from "../static-ip.ts";
import {
  beginScreens,
  berlin,
  dead,
  ended,
  info,
  paris,
  row,
  ShortTerm,
  show,
} from "../testing/static-screens.tsx";

beginScreens();

test("details show usage, renewal prices, history and a command for HTTP and SOCKS5", async () => {
  const { router } = await show();
  await row("198.51.100.7");
  click("Details of 198.51.100.7");
  const details = within(await screen.findByRole("dialog"));
  expect(router.state.location.search).toBe("?ip=i1");
  await details.findByText(
    "curl -x http://shopper1:Secret99@198.51.100.7:443 http://127.0.0.1:7999/ip",
  );
  fireEvent.click(details.getByLabelText("SOCKS5"));
  details.getByText(/^curl -x socks5h:\/\/shopper1:Secret99@198\.51\.100\.7:443 /);
  await details.findByText("1 credit (you have 4)");
  details.getByText("$1.40");
  details.getByText("0.007 GB in 4 connections", { selector: "p" });
  within(details.getByLabelText("What happened")).getByText("Taken");
  details.getByText("Nobody: everyone needs the password");
});

test("an unreachable IP can be replaced (spec/static#replacement)", async () => {
  await show({ "/v2/static/info": () => info(dead) }, "?ip=i3");
  await screen.findByText("This address does not answer at the moment");
  within(screen.getByRole("dialog")).getByText("Replace");
});

test("an expired IP cannot be tried or replaced; the deadline for renewing it is shown", async () => {
  await show({ "/v2/static/info": () => info(ended) }, "?ip=i4");
  await screen.findByText("This IP has ended");
  const details = within(screen.getByRole("dialog"));
  details.getByText(/You can renew it until Nov 20, 2026/);
  details.getByText("Renew");
  expect(details.queryByText("Replace")).toBeNull();
  expect(details.queryByText("Try it")).toBeNull();
});

test("an IP without an open port cannot be tried (spec/static#ports)", async () => {
  const shut = { ...paris, port: 0, ports: [] };
  await show({ "/v2/static/info": () => info(shut) }, "?ip=i2");
  await screen.findByText("203.0.113.4, 203.0.113.5");
  const details = within(screen.getByRole("dialog"));
  // The list's row, which has a port, is shown until the details arrive.
  await waitFor(() => expect(details.queryByText("Try it")).toBeNull());
  details.getByText("198.51.100.8", { selector: "span.mantine-Text-root" });
  expect(details.queryByText(/^198.*:0|^0$/)).toBeNull();
});

test("details show the whitelist and the description (spec/static#static-ip)", async () => {
  await show({ "/v2/static/info": () => info(paris) }, "?ip=i2");
  await screen.findByText("203.0.113.4, 203.0.113.5");
  within(screen.getByRole("dialog")).getByText("Preise");
});

test("a connection test goes through the IP's own port (spec/static#ports)", async () => {
  const { askedOf } = await show(
    {
      "/v1/proxyTest": () => ({
        ok: true,
        exitIp: "198.51.100.7",
        country: "DE",
        asn: 64_500,
        connectMs: 12,
        totalMs: 40,
        status: 200,
        text: "",
        fix: "",
        requestId: null,
      }),
    },
    "?ip=i1",
  );
  await press("Test it now");
  await screen.findByText("It works");
  screen.getByText("Opens one real connection through this IP; it costs nothing.");
  expect(askedOf("/v1/proxyTest")).toMatchObject([
    { proxy: "http://shopper1:Secret99@198.51.100.7:443", protocol: "http" },
  ]);
});

test("a link to an IP that is not in the account shows a message", async () => {
  const gone = new Refused(404, "No such static IP.", { reason: "staticNotFound" });
  await show({ "/v2/static/info": () => gone }, "?ip=i9");
  await screen.findByText("There is no such IP in your account");
});

const onlyPage = (all: readonly StaticIp[]): Answers => ({
  "/v1/staticShort/used": ({ id }) => page(all.filter((each) => !id || each.id === id).slice(0, 1)),
});

test("details of a short-term IP come from the list and show no renewal prices", async () => {
  await show(onlyPage([berlin]), "?ip=i1", ShortTerm);
  const details = within(await screen.findByRole("dialog"));
  await details.findByText(/^curl -x http:\/\/shopper1/);
  expect(details.queryByText("What renewing costs")).toBeNull();
});

test("a link to a short-term IP opens it whatever page of the list it is on", async () => {
  const { askedOf } = await show(onlyPage([berlin, paris]), "?ip=i2", ShortTerm);
  const details = within(await screen.findByRole("dialog"));
  await details.findByText(/^curl -x http:\/\/crawler2/);
  expect(askedOf("/v1/staticShort/used").map(({ id }) => id)).toContain("i2");
});

test("a link to a short-term IP that is not in the account shows a message", async () => {
  await show(onlyPage([berlin]), "?ip=i9", ShortTerm);
  await screen.findByText("There is no such IP in your account");
});

test("the history describes each event and has its own page parameter in the URL", async () => {
  const actions = ["taken", "renewed", "autoRenewed", "autoRenewFailed", "replaced"] as const;
  const { askedOf } = await show(
    {
      "/v1/static/history": () =>
        page(
          actions.map((action, at) => staticEventRow({ id: `e${at}`, action })),
          30,
        ),
    },
    "?tab=history&history-page=2",
  );
  await screen.findByText("Renewed automatically");
  for (const said of ["Taken", "Renewed", "Could not renew automatically", "Replaced"]) {
    screen.getByText(said);
  }
  expect(askedOf("/v1/static/history")[0]).toMatchObject({ page: "2", limit: "10" });
  expect(screen.queryByText("198.51.100.7:443")).toBeNull();
});
