import { Alert, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReadPaste } from "@turnpike/rules/foreign-proxy.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";

const SHOWN = 5;
const SHOWN_LETTERS = 80;

/** Lines that were not understood, each with what is wrong, and what else was left aside. */
export function Unread({ text, read }: { text: string; read: ReadPaste }) {
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
            {unread.slice(0, SHOWN).map(({ from, to, why }) => (
              <List.Item key={from}>
                <code style={{ overflowWrap: "anywhere" }}>
                  {text.slice(from, Math.min(to, from + SHOWN_LETTERS))}
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
