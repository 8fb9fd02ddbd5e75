import { Alert, List } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { Lost } from "@turnpike/rules/foreign-to-ours.ts";
import { useTranslation } from "react-i18next";

/** What could not be carried over, each with its reason. */
export function LostParts({ lost }: { lost: readonly Lost[] }) {
  const { t } = useTranslation("explain");
  if (lost.length === 0) return null;
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t("lost.title")}>
      <List size="sm" spacing={4}>
        {lost.map(({ part, why }) => (
          <List.Item key={`${part.from}-${why}`}>
            <code>{part.key === null ? part.value : `${part.key}: ${part.value}`}</code>
            {" – "}
            {t(`lost.${why}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
