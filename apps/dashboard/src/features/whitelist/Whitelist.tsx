import { Grid, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { AddAddresses } from "./AddAddresses.tsx";
import { Entries } from "./Entries.tsx";
import { WithoutPassword } from "./WithoutPassword.tsx";

/** Addresses that need no password at the gateway (spec/dashboard#screens). */
export function WhiteManage() {
  const { t } = useTranslation("white-manage");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Stack gap="lg">
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <AddAddresses />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <WithoutPassword />
          </Grid.Col>
        </Grid>
        <Entries />
      </Stack>
    </>
  );
}
