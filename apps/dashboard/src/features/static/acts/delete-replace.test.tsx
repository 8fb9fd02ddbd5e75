import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useEffect, useEffectEvent } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { click, clickToSee, copied, watchClipboard } from "../../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../../testing/screen.tsx";
import { staticIpRow } from "../testing/static-ip.ts";
import { useIpActs } from "./use-ip-acts.ts";
import type { StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

watchClipboard();
beforeEach(() => {
  localStorage.clear();
});

const deleted = vi.fn<(ids: readonly string[]) => void>();
async function show(
  act: "delete" | "replace",
  rows: readonly StaticIp[],
  answers: Answers,
  term: Term,
) {
  function Screen() {
    const acts = useIpActs({ term, onRenew: () => {}, onDeleted: deleted });
    const open = useEffectEvent(() => acts[act](rows));
    useEffect(() => open(), []);
    return null;
  }
  deleted.mockClear();
  const path = "/cli/static-proxies";
  const shown = await showScreen({ screen: Screen, area: ["static-edit", "lines"], path, answers });
  await screen.findByRole("dialog");
  return shown;
}
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const text = () => screen.getByRole("dialog").textContent ?? "";
const expired = (id: string, by: Partial<StaticIp> = {}) =>
  staticIpRow({ id, host: `198.51.100.${id}`, expired: true, remainingHours: 0, ...by });
const running = (id: string, by: Partial<StaticIp> = {}) =>
  staticIpRow({ id, host: `198.51.100.${id}`, ...by });
const dead = (id: string, by: Partial<StaticIp> = {}) => running(id, { reachable: false, ...by });

const askDelete = (rows: readonly StaticIp[], answers: Answers, term: Term = "static") =>
  show("delete", rows, answers, term);

test("expired IPs are deleted without extra confirmation (spec/static#deleting)", async () => {
  const { askedOf } = await askDelete([expired("1"), expired("2")], {
    "/v1/static/del": () => ({ deleted: 2 }),
  });
  expect(text()).toContain("you cannot get the same addresses again");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await clickToSee("Delete 2 IPs", "2 IPs deleted");
  await closed();
  const [asked] = askedOf("/v1/static/del");
  expect(asked?.ids).toBe("1,2");
  expect(asked).not.toHaveProperty("confirm");
  expect(deleted).toHaveBeenCalledWith(["1", "2"]);
});

test("valid IPs show what is lost and are deleted only once that is ticked (spec/static#deleting)", async () => {
  const { askedOf } = await askDelete(
    [running("1"), running("2", { remainingHours: 5 * 24 })],
    { "/v1/staticShort/del": () => ({ deleted: 2 }) },
    "short",
  );
  expect(text()).toContain("12 days left");
  expect(text()).toContain("5 days left");
  expect(text()).toContain("Credits and money are not given back.");
  await clickToSee("Delete 2 IPs", "Please tick this first");
  expect(askedOf("/v1/staticShort/del")).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Delete 2 although/ }));
  click("Delete 2 IPs");
  await closed();
  expect(askedOf("/v1/staticShort/del")).toMatchObject([{ ids: "1,2", confirm: "1" }]);
});

test("in a mixed selection only the expired IPs are deleted unless the valid ones are ticked", async () => {
  const { askedOf } = await askDelete([expired("1"), running("2"), expired("3")], {
    "/v1/static/del": ({ ids = "" }) => ({ deleted: ids.split(",").length }),
  });
  screen.getByRole("checkbox", { name: "Also delete the 1 that is still valid" });
  screen.getByRole("button", { name: "Delete 2 IPs" });
  click("Delete 2 IPs");
  await closed();
  const [asked] = askedOf("/v1/static/del");
  expect(asked?.ids).toBe("1,3");
  expect(asked).not.toHaveProperty("confirm");
  expect(deleted).toHaveBeenCalledWith(["1", "3"]);
});

test("IPs that could not be deleted are shown with the reason; only the others leave the selection", async () => {
  await askDelete([expired("1"), expired("2")], {
    "/v1/static/del": ({ ids = "" }) =>
      ids.includes("2")
        ? new Refused(404, "No such static IP", { reason: "staticNotFound" })
        : { deleted: 1 },
  });
  await clickToSee("Delete 2 IPs", "1 of 2 done, 1 failed");
  screen.getByText("No such static IP");
  screen.getByText("Deleted");
  expect(deleted).toHaveBeenCalledWith(["1"]);
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  await closed();
});

const askReplace = (rows: readonly StaticIp[], answers: Answers, term: Term = "static") =>
  show("replace", rows, answers, term);
const item = (host: string) => {
  const items = within(screen.getByRole("dialog")).getAllByRole("listitem");
  return items.find((one) => one.textContent?.includes(host))?.textContent;
};

test("only unreachable IPs are replaced, one call each, in order (spec/static#replacement)", async () => {
  const { askedOf } = await askReplace(
    [running("1"), dead("2"), expired("3", { reachable: false }), dead("4")],
    {
      "/v1/static/change": ({ id = "" }) => {
        return dead(id, { host: `203.0.113.${id}`, reachable: true });
      },
    },
  );
  expect(item("198.51.100.1")).toContain("Reachable, no change left");
  expect(item("198.51.100.3")).toContain("Expired");
  screen.getByText("2 cannot be reached and get other addresses");
  await clickToSee("Replace 2 IPs", "2 of 2 done, 0 failed");
  expect(askedOf("/v1/static/change").map(({ id }) => id)).toEqual(["2", "4"]);
  expect(item("198.51.100.2")).toContain("Now 203.0.113.2:443");
  click("Copy 203.0.113.2:443");
  expect(copied).toHaveBeenLastCalledWith("203.0.113.2:443:shopper1:Secret99");
  click("Copy the new ones");
  expect(copied).toHaveBeenLastCalledWith(
    "203.0.113.2:443:shopper1:Secret99\n203.0.113.4:443:shopper1:Secret99\n",
  );
});

test("missing stock and an IP that is reachable again are reported per row (spec/static#replacement)", async () => {
  const short = "Not enough IPs are free at this place.";
  let stock = 0;
  const { askedOf } = await askReplace(
    [dead("1"), dead("2")],
    {
      "/v1/staticShort/change": ({ id = "" }) => {
        if (id === "2") return new Refused(409, "This IP is reachable", { reason: "reachable" });
        if (stock === 0) {
          return new Refused(402, short, { reason: "insufficientStock", short: "stock" });
        }
        return running(id, { host: "203.0.113.1" });
      },
    },
    "short",
  );
  await clickToSee("Replace 2 IPs", "0 of 2 done, 2 failed");
  expect(item("198.51.100.1")).toContain(short);
  expect(item("198.51.100.2")).toContain("This IP is reachable");
  stock = 1;
  await clickToSee("Try 2 again", "1 of 2 done, 1 failed");
  expect(askedOf("/v1/staticShort/change")).toHaveLength(4);
});

test("if no IP can be replaced or changed, there is no button and the reason is shown", async () => {
  await askReplace([running("1"), expired("2", { reachable: false, swapsLeft: 1 })], {});
  screen.getByText(/gets another address only while it has changes left/);
  expect(screen.queryByRole("button", { name: /^Replace/ })).toBeNull();
});

const changed = ({ id = "" }) => running(id, { host: `203.0.113.${id}` });

test("a reachable IP can be changed, after the number of changes left is shown (spec/static#replacement)", async () => {
  const { askedOf } = await askReplace([running("1", { swapsLeft: 2 })], {
    "/v1/static/change": changed,
  });
  expect(item("198.51.100.1")).toContain("Berlin · 2 changes left");
  expect(text()).toContain("the old one does not come back");
  await clickToSee("Replace 1 IP", "1 of 1 done, 0 failed");
  const [asked] = askedOf("/v1/static/change");
  expect(asked).toMatchObject({ id: "1", reason: "swap" });
  expect(asked?.requestId).toMatch(/^[a-z0-9]{8,10}-1$/);
});

test("next to unreachable IPs, the reachable ones are changed only if that is ticked", async () => {
  const { askedOf } = await askReplace([running("1", { swapsLeft: 1 }), dead("2")], {
    "/v1/static/change": changed,
  });
  screen.getByRole("button", { name: "Replace 1 IP" });
  fireEvent.click(screen.getByRole("checkbox", { name: "Also change the 1 that is reachable" }));
  await clickToSee("Replace 2 IPs", "2 of 2 done, 0 failed");
  expect(askedOf("/v1/static/change").map(({ id, reason }) => [id, reason])).toEqual([
    ["2", undefined],
    ["1", "swap"],
  ]);
});
