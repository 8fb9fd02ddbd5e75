import { Alert, Button, Stack, Text } from "@mantine/core";
import { formatCents, formatMs } from "@turnpike/ui/lib/format.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Fact, Facts } from "../../parts/Facts.tsx";

/** Buys as a customer does, and uses what was bought. */
export function PurchaseTest() {
  const t = useT();
  const { mutate, isPending, data, error } = useCallMutation("setUpPurchase");
  return (
    <Stack gap="md" align="flex-start">
      <Button
        variant={data?.works ? "default" : "filled"}
        loading={isPending}
        onClick={() => mutate({})}
      >
        {t("setUp.purchase.run")}
      </Button>
      {data && (
        <Alert color={data.works ? "good" : "red"} role="status" w="100%">
          <Text fz="sm" mb="xs">
            {data.works ? t("setUp.purchase.works") : `${data.text} ${data.fix}`}
          </Text>
          <Facts>
            <Fact term={t("setUp.purchase.customer")}>{data.email}</Fact>
            <Fact term={t("setUp.purchase.order")}>
              {`${data.orderNo}, ${formatCents(data.amountCents)}`}
            </Fact>
            {data.exitIp !== null && (
              <Fact term={t("setUp.purchase.exit")}>
                {`${data.exitIp} ${data.country ?? ""}, ${formatMs(data.milliseconds)}`}
              </Fact>
            )}
          </Facts>
        </Alert>
      )}
      {error && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
    </Stack>
  );
}
