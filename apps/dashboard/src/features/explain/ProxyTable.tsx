import { Badge, Group, Stack, Text, Title } from "@mantine/core";
import type { Endpoint } from "@turnpike/rules/endpoint.ts";
import type { ReadProxy } from "@turnpike/proxy-strings/read/proxy.ts";
import {
  exitRequestOf,
  type OurEndpoint,
  toOurEndpoint,
} from "@turnpike/proxy-strings/read/to-ours.ts";
import { familyName } from "@turnpike/proxy-strings/read/dialects.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { poolParameter } from "../place/place.ts";
import { type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import classes from "./explain.module.css";
import { fieldsOf } from "./fields.ts";
import { AccountChoice } from "./ConvertedProxy.tsx";
import type { Conversion } from "./use-conversion.ts";

/** Rows beyond this are exported but not shown. */
const PREVIEW_ROWS = 50;

interface Row {
  read: ReadProxy;
  converted: OurEndpoint | null;
  /** A requested country in which there are no exits. */
  noCountry: string | null;
}

/** Many proxies at once: what each requests, and all converted ones with one click. */
export function ProxyTable({
  reads,
  conversion,
}: {
  reads: readonly ReadProxy[];
  conversion: Conversion;
}) {
  const { t } = useTranslation("explain");
  const rows = useRows(reads, conversion);
  const endpoints = useMemo(() => different(rows), [rows]);
  const columns = useColumns();
  return (
    <div>
      <Group justify="space-between" gap="sm" mb="sm">
        <Stack gap={2} flex="1 1 14rem">
          <Title order={3} fz="md">
            {t("found", { count: reads.length, number: formatNumber(reads.length) })}
          </Title>
          {conversion.who && endpoints.length < reads.length && (
            <Text fz="sm" c="dimmed">
              {t("several.different", {
                count: endpoints.length,
                number: formatNumber(endpoints.length),
              })}
            </Text>
          )}
        </Stack>
        {conversion.who && (
          <Group gap="xs">
            <AccountChoice conversion={conversion} account={conversion.who.account} />
            <CopyMenu rows={endpoints} fieldsOf={fieldsOf} contents="converted-endpoints" />
          </Group>
        )}
      </Group>
      <DataTable<Row>
        label={t("several.title")}
        columns={columns}
        rows={rows.slice(0, PREVIEW_ROWS)}
        rowId={({ read }) => `${read.from}-${read.host}-${read.port}`}
        empty={null}
      />
      {rows.length > PREVIEW_ROWS && (
        <Text fz="sm" c="dimmed" mt="xs">
          {t("several.more", {
            count: rows.length - PREVIEW_ROWS,
            number: formatNumber(rows.length - PREVIEW_ROWS),
          })}
        </Text>
      )}
    </div>
  );
}

function useRows(reads: readonly ReadProxy[], conversion: Conversion): Row[] {
  const { who, gateways } = conversion;
  const pool = poolParameter(who?.pool);
  const countries = useCall("countryV2", pool, { staleMs: 60_000 }).data?.items;
  return useMemo(
    () =>
      reads.map((read) => {
        const { country } = exitRequestOf(read).asked.filter;
        const missing = country && countries && !countries.some(({ code }) => code === country);
        const converted = who
          ? toOurEndpoint(read, { account: who.account, password: who.password, gateways })
          : null;
        return { read, converted, noCountry: missing ? country : null };
      }),
    [reads, who, gateways, countries],
  );
}

/** Removes duplicates: static proxies that request nothing all convert to one endpoint. */
function different(rows: readonly Row[]): Endpoint[] {
  const once = new Map<string, Endpoint>();
  for (const { converted } of rows) {
    if (converted)
      once.set(`${converted.endpoint.protocol} ${converted.endpoint.username}`, converted.endpoint);
  }
  return [...once.values()];
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("explain");
  return [
    {
      key: "theirs",
      title: t("theirs"),
      render: ({ read }) => (
        <Stack gap={2}>
          <span className={classes.value}>{`${read.host}:${read.port}`}</span>
          {read.family !== null && (
            <Text span fz="xs" c="dimmed">
              {read.family === "ours" ? t("family.ours") : familyName(read.family)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: "ours",
      title: t("yours"),
      wrap: true,
      render: ({ converted }) => (
        <span className={classes.value}>{converted?.endpoint.username ?? "–"}</span>
      ),
    },
    {
      key: "notes",
      title: t("several.notes"),
      wrap: true,
      render: ({ converted, noCountry }) => (
        <Group gap={4}>
          {noCountry !== null && (
            <Badge color="amber" size="sm">
              {t("several.noCountry", { name: formatCountry(noCountry) })}
            </Badge>
          )}
          {converted && converted.lost.length > 0 && (
            <Badge color="gray" size="sm">
              {t("several.lost", { count: converted.lost.length })}
            </Badge>
          )}
        </Group>
      ),
    },
  ];
}
