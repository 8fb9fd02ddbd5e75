import { Center, Loader } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { onceOnline } from "../lib/once-online.ts";

const Step = lazy(() =>
  onceOnline(() => import("./MfaStep.tsx").then(({ MfaStep }) => ({ default: MfaStep }))),
);

/** The second factor, whose code comes when it is needed: most sign-ins do without. */
export function LateMfaStep(props: ComponentProps<typeof Step>) {
  const { t } = useTranslation("ui");
  const waiting = (
    <Center mih={180}>
      <Loader aria-label={t("loading")} />
    </Center>
  );
  return (
    <Suspense fallback={waiting}>
      <Step {...props} />
    </Suspense>
  );
}
