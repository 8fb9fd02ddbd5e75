import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Button, Grid, Stack } from "@mantine/core";
import {
  type Endpoint,
  endpointCountMax,
  endpointUrl,
  sidLength,
  sidsFrom,
} from "@turnpike/rules/endpoint.ts";
import { IconClipboardText, IconUsers } from "@turnpike/ui/icons.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { anyPlace, changedPlace, poolParameter } from "../place/place.ts";
import { poolChoice } from "../sub-account/pools.ts";
import { PlaceFields } from "../place/PlaceFields.tsx";
import { ProxyTest } from "../proxy-test/ProxyTest.tsx";
import { mostAvailable } from "../proxy-test/TryCommand.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { EndpointList } from "./EndpointList.tsx";
import { EndpointSession } from "./EndpointSession.tsx";
import { EndpointCredentials } from "./EndpointCredentials.tsx";
import { type EndpointChoice, endpointsOf, firstChoice } from "./endpoint-request.ts";
import { fieldsWithLink } from "./endpoint-fields.ts";
import { Snippets } from "./Snippets.tsx";
import { Tools } from "./Tools.tsx";

/** A few more session ids than the maximum shown, in case of duplicates. */
const SPARE_SIDS = 8;
const freshSids = () =>
  sidsFrom(crypto.getRandomValues(new Uint8Array(sidLength * (endpointCountMax + SPARE_SIDS))));

interface Props {
  /** The sub-account's name from the URL; the first one if empty or unknown. */
  account: string;
  onAccount: (account: string) => void;
  onNoAccount: () => void;
  /** Opens the dialog that explains another provider's proxy string. */
  onExplain: () => void;
}

/** Builds ready-made proxy strings and code from a sub-account, a place and a session. */
export function EndpointGenerator(props: Props) {
  const read = together(useCall("availableSubUsers", {}), useCall("trafficInfo", {}));
  return (
    <Loaded of={read} lines={8}>
      {([{ items }, info]) =>
        items.length === 0 ? (
          <NoAccount {...props} />
        ) : (
          <Generator {...props} accounts={items} info={info} />
        )
      }
    </Loaded>
  );
}

function NoAccount(props: Props) {
  const { t } = useTranslation("traffic-use");
  return (
    <Panel>
      <EmptyState
        icon={<IconUsers size={22} />}
        title={t("endpoints.noAccount")}
        text={t("endpoints.noAccountHelp")}
        action={
          <Stack gap="xs" align="center">
            <Button onClick={props.onNoAccount}>{t("endpoints.toAccounts")}</Button>
            <Button variant="subtle" size="sm" onClick={props.onExplain}>
              {t("foreign.coming")}
            </Button>
          </Stack>
        }
      />
    </Panel>
  );
}

function Generator(
  props: Props & {
    accounts: CallResult<"availableSubUsers">["items"];
    info: CallResult<"trafficInfo">;
  },
) {
  const { t } = useTranslation("traffic-use");
  const { accounts, info } = props;
  const [choice, setChoice] = useState(firstChoice);
  const [gatewayAt, setGatewayAt] = useState(0);
  const [sids, setSids] = useState(freshSids);
  const change = (by: Partial<EndpointChoice>) => setChoice((before) => changedPlace(before, by));
  const who = accounts.find(({ account }) => account === props.account) ?? mostAvailable(accounts);
  // Pools have members, and so places, of their own.
  const chooseAccount = (account: string) => {
    if (accounts.find((one) => one.account === account)?.pool !== who?.pool) change(anyPlace);
    props.onAccount(account);
  };
  const gateway = info.endpoints[gatewayAt] ?? info.endpoints[0];
  const endpoints = useMemo<Endpoint[]>(() => {
    if (!who || !gateway) return [];
    return endpointsOf(choice, who, { host: gateway.host, port: gateway.port, sids });
  }, [choice, who, gateway, sids]);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Panel
          title={t("endpoints.settings")}
          description={t("endpoints.settingsHelp")}
          actions={<ExplainButton onClick={props.onExplain} />}
        >
          <Stack gap="md">
            <EndpointCredentials
              accounts={accounts}
              account={who?.account ?? ""}
              onAccount={chooseAccount}
              pools={poolChoice(info)}
              gateways={info.endpoints}
              gatewayAt={gatewayAt}
              onGateway={setGatewayAt}
              protocol={choice.protocol}
              onProtocol={(protocol) => change({ protocol })}
            />
            <PlaceFields value={choice} {...poolParameter(who?.pool)} onChange={change} />
            <EndpointSession choice={choice} onChange={change} />
          </Stack>
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="lg">
          <Use
            endpoints={endpoints}
            rotateToken={who?.rotateToken ?? ""}
            target={info.exampleTarget}
            onFresh={choice.sticky ? () => setSids(freshSids()) : undefined}
          />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function ExplainButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("traffic-use");
  return <BatchButton icon={IconClipboardText} label={t("foreign.open")} onClick={onClick} />;
}

/** The endpoints, and what to do with them: test one, use it in code, use all in a program. */
function Use(props: {
  endpoints: Endpoint[];
  rotateToken: string;
  target: string;
  onFresh: (() => void) | undefined;
}) {
  const { endpoints, rotateToken, target, onFresh } = props;
  const proxies = useMemo(
    () => endpoints.map((one) => fieldsWithLink(one, rotateToken)),
    [endpoints, rotateToken],
  );
  const [first] = endpoints;
  const list = { endpoints, rotateToken, onFresh };
  if (first === undefined) return <EndpointList {...list} />;
  return (
    <>
      <EndpointList {...list} />
      <Test endpoint={first} />
      <Snippets endpoint={first} target={target} />
      <Tools proxies={proxies} protocol={first.protocol} target={target} />
    </>
  );
}

function Test({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Panel title={t("endpoints.test")} description={t("snippets.help")}>
      <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} />
    </Panel>
  );
}
