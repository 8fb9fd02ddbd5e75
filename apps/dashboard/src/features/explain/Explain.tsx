import { Alert, Button, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconLock } from "@turnpike/ui/icons.ts";
import { type ReadPaste, readProxies } from "@turnpike/proxy-strings/read/proxy.ts";
import { pasteMaxLength } from "@turnpike/proxy-strings/read/paste.ts";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./explain.module.css";
import { SingleProxy } from "./SingleProxy.tsx";
import { ProxyTable } from "./ProxyTable.tsx";
import { useConversion } from "./use-conversion.ts";

/** An example in another provider's syntax. */
const example =
  "customer-acme-cc-US-st-us_california-city-los_angeles-sessid-x7k2m9-sesstime-10:p4ss@pr.oxylabs.io:7777";

/** The field to paste into, with the explanation below. The text never leaves the browser. */
export function Explain(props: {
  account: string;
  start: string;
  onCreate: (text: string) => void;
}) {
  const { t } = useTranslation("explain");
  const [text, setText] = useState(props.start);
  const info = useCall("trafficInfo", {}, { staleMs: 60_000 });
  const hosts = useMemo(() => (info.data?.endpoints ?? []).map(({ host }) => host), [info.data]);
  const deferredText = useDeferredValue(text);
  const read = useMemo(() => readProxies(deferredText, hosts), [deferredText, hosts]);
  return (
    <Stack gap="md">
      <Textarea
        data-autofocus
        label={t("paste")}
        description={t("pasteHelp")}
        placeholder={t("placeholder")}
        autosize
        minRows={3}
        maxRows={9}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={pasteMaxLength}
        classNames={{ input: classes.paste ?? "" }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" justify="space-between">
        <Group gap={6} wrap="nowrap" align="flex-start" flex="1 1 16rem">
          <IconLock size={15} aria-hidden className={classes.lock} />
          <Text fz="xs" c="dimmed">
            {t("private")}
          </Text>
        </Group>
        <ExampleOrClear text={text} onText={setText} />
      </Group>
      <div aria-live="polite" className="visually-hidden">
        {deferredText.trim() !== "" &&
          t("found", { count: read.proxies.length, number: formatNumber(read.proxies.length) })}
      </div>
      {deferredText.trim() !== "" && (
        <Answer
          account={props.account}
          text={deferredText}
          read={read}
          onCreate={() => props.onCreate(text)}
        />
      )}
    </Stack>
  );
}

/** Fills the empty field with an example, or clears it. */
function ExampleOrClear({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation("explain");
  return text === "" ? (
    <Button size="compact-sm" variant="subtle" onClick={() => onText(example)}>
      {t("example")}
    </Button>
  ) : (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onText("")}>
      {t("clear")}
    </Button>
  );
}

function Answer(props: { text: string; read: ReadPaste; account: string; onCreate: () => void }) {
  const { t } = useTranslation("explain");
  const { text, read } = props;
  const conversion = useConversion(props.account);
  const [one] = read.proxies;
  const notes = <UnreadLines text={text} read={read} />;
  if (!one) return notes;
  if (conversion.error) return <ErrorState error={conversion.error} onRetry={conversion.retry} />;
  if (!conversion.loaded) return <LineSkeletons lines={6} height={22} />;
  return (
    <Stack gap="lg">
      {notes}
      {!conversion.who && (
        <Alert color="good" icon={<IconInfoCircle aria-hidden />} title={t("noAccount")}>
          <Stack gap="sm" align="flex-start">
            {t("noAccountHelp")}
            <Button size="xs" onClick={props.onCreate}>
              {t("create")}
            </Button>
          </Stack>
        </Alert>
      )}
      {read.proxies.length === 1 ? (
        <SingleProxy key={JSON.stringify(one)} text={text} read={one} conversion={conversion} />
      ) : (
        <ProxyTable reads={read.proxies} conversion={conversion} />
      )}
    </Stack>
  );
}

const PREVIEW_ROWS = 5;
const MAX_LETTERS = 80;

/** The lines that could not be parsed, each with its error, and the number of repeated ones. */
function UnreadLines({ text, read }: { text: string; read: ReadPaste }) {
  const { t } = useTranslation("explain");
  const { unread, repeated, proxies } = read;
  return (
    <>
      {unread.length > 0 && (
        <Alert
          color={proxies.length === 0 ? "red" : "amber"}
          icon={<IconAlertTriangle aria-hidden />}
          title={t("unread.title", { count: unread.length, number: formatNumber(unread.length) })}
        >
          <List size="sm" spacing={4}>
            {unread.slice(0, PREVIEW_ROWS).map(({ from, to, why }) => (
              <List.Item key={from}>
                <code style={{ overflowWrap: "anywhere" }}>
                  {text.slice(from, Math.min(to, from + MAX_LETTERS))}
                </code>
                {" – "}
                {t(`unread.${why}`)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {(repeated > 0 || read.cut) && (
        <Text fz="sm" c="dimmed">
          {repeated > 0 && t("repeated", { count: repeated, number: formatNumber(repeated) })}{" "}
          {read.cut && t("cut", { number: formatNumber(proxies.length) })}
        </Text>
      )}
    </>
  );
}
