import { Alert, Badge, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReadProxy } from "@turnpike/rules/foreign-proxy.ts";
import { familyNames } from "@turnpike/rules/foreign-terms.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Marked } from "./Marked.tsx";
import { OneOfOurs } from "./OneOfOurs.tsx";
import { PartList } from "./PartList.tsx";
import type { Ours } from "./use-ours.ts";

/** One proxy: the string part by part, what each means, and ours. */
export function One(props: { text: string; read: ReadProxy; ours: Ours }) {
  const { t } = useTranslation("explain");
  const { text, read, ours } = props;
  const [pointed, point] = useState<number | null>(null);
  return (
    <Stack gap="lg">
      <section aria-label={t("theirs")}>
        <Group gap="xs" mb="xs">
          <Title order={3} fz="md">
            {t("theirs")}
          </Title>
          <FamilyBadge read={read} />
        </Group>
        <Marked text={text} read={read} pointed={pointed} onPoint={point} />
        <PartList parts={read.parts} pointed={pointed} />
        <Warnings read={read} />
      </section>
      {ours.who && <OneOfOurs read={read} ours={ours} who={ours.who} />}
    </Stack>
  );
}

function FamilyBadge({ read }: { read: ReadProxy }) {
  const { t } = useTranslation("explain");
  const { family, confidence } = read;
  if (family === null || confidence === null) {
    return (
      <Badge color="gray" variant="light">
        {t("family.none")}
      </Badge>
    );
  }
  const name = family === "ours" ? t("family.ours") : familyNames[family];
  return (
    <Badge color={confidence === "certain" ? "pike" : "gray"} variant="light">
      {t(`family.${confidence}`, { name })}
    </Badge>
  );
}

function Warnings({ read }: { read: ReadProxy }) {
  const { t } = useTranslation("explain");
  const grave = read.warnings.filter((warning) => warning !== "plainCredentials");
  return (
    <Stack gap="xs" mt="sm">
      {grave.map((warning) => (
        <Alert key={warning} color="amber" p="xs" icon={<IconAlertTriangle aria-hidden />}>
          {t(`warnings.${warning}`)}
        </Alert>
      ))}
      {read.warnings.length > grave.length && (
        <Text fz="xs" c="dimmed">
          {t("warnings.plainCredentials")}
        </Text>
      )}
    </Stack>
  );
}
