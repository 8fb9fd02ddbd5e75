import { Button, Stack } from "@mantine/core";
import { IconUpload } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import { Brand } from "../settings/Brand.tsx";
import { Legal } from "../settings/Legal.tsx";
import { MailServer } from "../settings/MailServer.tsx";
import { PaymentKeys } from "../settings/PaymentKeys.tsx";
import { Products } from "../shop/Products.tsx";
import { ImportDialog } from "../supply/ImportDialog.tsx";
import { Upstreams } from "../supply/Upstreams.tsx";
import { PurchaseTest } from "./Trials.tsx";

type Name = CallResult<"setUpShow">["steps"][number]["step"];

/** What a step is done with: the screen that is there for it, or a trial. */
export function StepContent({ step }: { step: Name }) {
  switch (step) {
    case "brand":
      return <Brand />;
    case "mail":
      return <MailServer />;
    case "payments":
      return <PaymentKeys />;
    case "law":
      return <Legal />;
    case "supply":
      return <Supply />;
    case "prices":
      return <Products />;
    case "purchase":
      return <PurchaseTest />;
  }
}

/** Exits of one's own, or a wholesaler's proxy. */
function Supply() {
  const t = useT();
  const [importing, setImporting] = useState(false);
  return (
    <Stack gap="md" align="stretch">
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUpload size={15} aria-hidden />}
          onClick={() => setImporting(true)}
        >
          {t("import.title")}
        </Button>
      </div>
      <Upstreams />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Stack>
  );
}
