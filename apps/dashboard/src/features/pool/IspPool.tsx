import { Badge, Stack, Tabs } from "@mantine/core";
import { IconDeviceDesktop, IconPlugConnected, IconWorldSearch } from "@turnpike/ui/icons.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import tabsClasses from "@turnpike/ui/PhoneTabs.module.css";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { targetOf } from "../manager/local-port-target.ts";
import { UseOnThisComputer } from "../manager/UseOnThisComputer.tsx";
import { OpenedIps } from "./OpenedIps.tsx";
import { PoolFigures, useOpenCount } from "./PoolFigures.tsx";
import { PoolList } from "./PoolList.tsx";
import { fieldsOf, type IpAuth, type OpenedIp } from "./pool-ip.ts";
import { MyWhitelistEntry } from "./MyWhitelistEntry.tsx";
import { useOpening } from "./use-opening.tsx";

const LocalPorts = lazyComponent(
  async () => (await import("../manager/LocalPorts.tsx")).LocalPorts,
);

/** The dialogs' translations load with the screen, so opening a dialog does not suspend it. */
const areas = ["pool", "manager", "buy", "static-take", "lines", "formats", "parts", "ui"] as const;
const tabs = ["find", "opened", "local"] as const;

/**
 * The ISP pool: exits found by place and network and opened for hours, with a name and password or
 * for whitelisted addresses (spec/dashboard#screens). Filter and page are kept in the URL;
 * `?tab=opened` shows open IPs, `?tab=local` the local ports that this computer's manager has for
 * them, `?buy=1` buys IPs.
 */
export function IspPool({ auth }: { auth: IpAuth }) {
  const { t } = useTranslation(areas);
  const [view, setView] = useUrlText(["tab", "buy"], { keepsPage: true });
  const opening = useOpening(auth, () => setView({ tab: "opened" }));
  const count = useOpenCount(auth);
  const buy = () => setView({ buy: "1" });
  const tab = tabs.find((option) => option === view.tab) ?? "find";
  return (
    <>
      <PlaceHeader description={t(`${auth}.description`)} />
      <Stack gap="lg">
        <PoolFigures auth={auth} onBuy={buy} />
        <Tabs
          value={tab}
          onChange={(next) => setView({ tab: next === "find" ? "" : (next ?? "") })}
          keepMounted={false}
        >
          <TabNames openCount={count ?? 0} />
          <Tabs.Panel value="find">
            <PoolList onOpen={opening.open} />
          </Tabs.Panel>
          <Tabs.Panel value="opened">
            <OpenedIps
              auth={auth}
              extra={(rows, answeredAtMs) => (
                <UseOpenedOnThisComputer auth={auth} rows={rows} answeredAtMs={answeredAtMs} />
              )}
              onFind={() => setView({ tab: "" })}
              onBuy={buy}
            />
          </Tabs.Panel>
          <Tabs.Panel value="local">
            <Suspense fallback={<LineSkeletons lines={6} height={20} />}>
              <LocalPorts onChoose={() => setView({ tab: "opened" })} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </Stack>
      {opening.dialog}
      <BuyDialog
        opened={view.buy === "1"}
        start={{ kind: "ip" }}
        onClose={() => setView({ buy: "" })}
      />
    </>
  );
}

function TabNames({ openCount }: { openCount: number }) {
  const { t } = useTranslation(["pool", "manager"]);
  return (
    <Tabs.List mb="md" className={tabsClasses.tabs ?? ""}>
      <Tabs.Tab value="find" leftSection={<IconWorldSearch size={17} aria-hidden />}>
        {t("tabs.find")}
      </Tabs.Tab>
      <Tabs.Tab
        value="opened"
        leftSection={<IconPlugConnected size={17} aria-hidden />}
        rightSection={
          openCount > 0 && (
            <Badge size="sm" circle={openCount < 10}>
              {formatNumber(openCount)}
            </Badge>
          )
        }
      >
        {t("tabs.opened")}
      </Tabs.Tab>
      <Tabs.Tab value="local" leftSection={<IconDeviceDesktop size={17} aria-hidden />}>
        {t("manager:tab")}
      </Tabs.Tab>
    </Tabs.List>
  );
}

/** The ISP pool with a name and password (spec/dashboard#screens). */
export const IspUser = () => <IspPool auth="user" />;

/** The ISP pool for whitelisted addresses (spec/dashboard#screens). */
export const IspNouser = () => <IspPool auth="nouser" />;

/**
 * Local ports for the selected opened IPs, until those expire; `answeredAtMs` is when the rows were
 * received.
 */
function UseOpenedOnThisComputer(props: {
  auth: IpAuth;
  rows: readonly OpenedIp[];
  answeredAtMs: number;
}) {
  const { auth, answeredAtMs } = props;
  return (
    <UseOnThisComputer
      rows={props.rows}
      targetOf={(row) =>
        targetOf(fieldsOf(row), {
          id: row.id,
          ip: row.ip,
          // Relative to this computer's clock, which may differ from the server's.
          endsAtMs: answeredAtMs + row.remainingSeconds * 1000,
        })
      }
      listPath={`/cli/isp-${auth}?tab=local`}
      note={auth === "nouser" && <MyWhitelistEntry />}
    />
  );
}
