import { Skeleton, Text } from "@mantine/core";
import { lastingOf } from "@turnpike/rules/forecast.ts";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatNumber } from "../../lib/format.ts";

type Told = Answered<"forecast">["traffic"] | Answered<"forecast">["wallet"];

/** How long a balance lasts, in words. `told` undefined: on its way; null: nobody knows. */
export function Lasts(props: {
  what: "traffic" | "wallet";
  left: number | undefined;
  told: Told | undefined | null;
}) {
  const { t } = useTranslation("home");
  const { what, told } = props;
  if (told === null) return null;
  if (told === undefined) return <Skeleton h={14} my={4} w="70%" aria-hidden />;
  const used = "days" in told ? told.days.some(({ bytes }) => bytes > 0) : told.perDayCents > 0;
  const lasting = lastingOf({ ...told, left: props.left ?? 0, used });
  const days = lasting.how === "days" ? lasting.days : 0;
  return (
    <Text fz="sm" fw={500}>
      {lasting.how === "days"
        ? t("lasts.days", { count: days, days: formatNumber(days) })
        : t(`lasts.${what}.${lasting.how}`)}
    </Text>
  );
}
