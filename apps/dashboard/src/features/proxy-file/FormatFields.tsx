import { SegmentedControl, Select, Stack, Text } from "@mantine/core";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import {
  carriesPassword,
  type ProxyFormat,
  proxyFormatFacts,
  type ProxyFormatGroup,
  proxyFormatGroups,
  proxyFormatNames,
  effectiveProtocol,
} from "@turnpike/proxy-strings/write/proxy-formats.ts";
import { type ReactNode, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Names of programs and formats are not translated; text by a custom template has no such name. */
const formatNames: Record<Exclude<ProxyFormat, "txt">, string> = {
  "host-port": "host:port",
  "host-port-user-pass": "host:port:user:password",
  "user-pass-host-port": "user:password:host:port",
  "user-pass-at-host-port": "user:password@host:port",
  "host-port-at-user-pass": "host:port@user:password",
  url: "http:// · socks5://",
  csv: "CSV",
  json: "JSON",
  "json-urls": "Crawlee · Apify (JSON)",
  curl: "curl",
  curlrc: ".curlrc",
  env: ".env",
  apt: "apt.conf",
  pac: "PAC",
  foxyproxy: "FoxyProxy",
  switchyomega: "SwitchyOmega · ZeroOmega",
  "chrome-policy": "Chrome (policy)",
  adspower: "AdsPower",
  dolphin: "Dolphin{anty} · Octo Browser",
  gologin: "GoLogin (JSON)",
  playwright: "Playwright",
  scrapy: "Scrapy",
  clash: "Clash · Mihomo",
  "sing-box": "sing-box",
  xray: "Xray · V2Ray",
  "socks-links": "socks://",
  proxifier: "Proxifier",
  proxychains: "proxychains-ng",
  surge: "Surge",
  shadowrocket: "Shadowrocket",
  "quantumult-x": "Quantumult X",
  loon: "Loon",
  stash: "Stash",
  telegram: "Telegram",
  mobileconfig: "iOS (.mobileconfig)",
  squid: "Squid",
  "3proxy": "3proxy",
  haproxy: "HAProxy",
  privoxy: "Privoxy",
  tinyproxy: "Tinyproxy",
};

/** A file format, and the proxies' protocol if the format supports several. */
export interface Form {
  format: ProxyFormat;
  protocol: EndpointProtocol;
}

/** Chooses the format, searchable by name or purpose; below it what it can and cannot represent. */
export function FormatFields(props: { form: Form; onChange: (form: Form) => void }) {
  const { t } = useTranslation("formats");
  const { form, onChange } = props;
  const { format } = form;
  const { protocols } = proxyFormatFacts(format);
  const label = (name: ProxyFormat) => (name === "txt" ? t("txt") : formatNames[name]);
  // Stable while the translations are: with new data the field would discard what is being typed.
  const data = useMemo(() => groupsOf(t("txt"), (group) => t(`groups.${group}`)), [t]);
  const found = (name: string, group: string, sought: string) =>
    [label(name as ProxyFormat), t(`help.${name as ProxyFormat}`), group].some((text) =>
      text.toLowerCase().includes(sought.trim().toLowerCase()),
    );
  return (
    <Stack gap="sm">
      <Select
        label={t("format")}
        description={t(`help.${format}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        searchable
        allowDeselect={false}
        // The list itself scrolls: a scroll area would add a focusable element without a label.
        withScrollArea={false}
        styles={{ options: { maxHeight: 280, overflowY: "auto" } }}
        nothingFoundMessage={t("nothingFound")}
        data={data}
        value={format}
        onChange={(value) => value && onChange({ ...form, format: value as ProxyFormat })}
        filter={({ options, search }) =>
          options.flatMap((one) => {
            if (!("group" in one)) return [];
            const items = one.items.filter(({ value }) =>
              found(`${value}`, String(one.group), search),
            );
            return items.length > 0 ? [{ ...one, items }] : [];
          })
        }
        renderOption={({ option }) => (
          <Option label={label(option.value as ProxyFormat)}>
            {t(`help.${option.value as ProxyFormat}`)}
          </Option>
        )}
      />
      {protocols.length > 1 && hasProtocol(format) && (
        <Protocol
          value={effectiveProtocol(format, form.protocol)}
          onChange={(protocol) => onChange({ ...form, protocol })}
        />
      )}
      <Notes {...form} />
    </Stack>
  );
}

const groupsOf = (text: string, title: (group: ProxyFormatGroup) => string) =>
  proxyFormatGroups.map((group) => ({
    group: title(group),
    items: proxyFormatNames
      .filter((name) => proxyFormatFacts(name).group === group)
      .map((value) => ({ value, label: value === "txt" ? text : formatNames[value] })),
  }));

/** Plain lines and tables name no protocol, since the port supports both. */
const hasProtocol = (format: ProxyFormat) =>
  format === "url" || !["lists", "data"].includes(proxyFormatFacts(format).group);

function Option(props: { label: string; children: ReactNode }) {
  return (
    <Stack gap={0} miw={0}>
      <Text fz="sm">{props.label}</Text>
      <Text fz="xs" c="dimmed">
        {props.children}
      </Text>
    </Stack>
  );
}

function Protocol(props: {
  value: EndpointProtocol;
  onChange: (protocol: EndpointProtocol) => void;
}) {
  const { t } = useTranslation("formats");
  const label = useId();
  return (
    <Stack gap={4}>
      <Text id={label} fz="sm" fw={500}>
        {t("protocol")}
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        value={props.value}
        onChange={(value) => props.onChange(value as EndpointProtocol)}
        data={[
          { value: "http", label: "HTTP" },
          { value: "socks5", label: "SOCKS5" },
        ]}
      />
    </Stack>
  );
}

/** What the format cannot represent. */
function Notes({ format, protocol }: Form) {
  const { t } = useTranslation("formats");
  const { most } = proxyFormatFacts(format);
  const notes = [
    carriesPassword(format, effectiveProtocol(format, protocol)) ? [] : [t("notes.noPassword")],
    most === 1 ? [t("notes.first")] : [],
    most > 1 && most < Number.MAX_SAFE_INTEGER ? [t("notes.most", { count: most })] : [],
  ].flat();
  if (notes.length === 0) return null;
  return (
    <Text fz="sm" c="dimmed" role="note">
      {notes.join(" ")}
    </Text>
  );
}
