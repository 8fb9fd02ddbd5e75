import { Alert, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AutoTopUp } from "./AutoTopUp.tsx";
import { SavedCards } from "./SavedCards.tsx";

/** Saved cards, and the auto top-up that charges one (spec/money#auto-top-up). */
export function CardsTab() {
  const { t } = useTranslation("setting-cards");
  const [params] = useSearchParams();
  return (
    <Stack gap="lg">
      {params.get("away") !== null && (
        <Alert color="orange" role="status">
          {t("away")}
        </Alert>
      )}
      <SavedCards />
      <AutoTopUp />
    </Stack>
  );
}
