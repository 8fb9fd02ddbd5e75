import { Center, Loader } from "@mantine/core";
import { type ComponentProps, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const Step = lazyComponent(async () => (await import("./MfaStep.tsx")).MfaStep);

/** The second factor, loaded when needed, since most sign-ins do without it. */
export function LazyMfaStep(props: ComponentProps<typeof Step>) {
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
