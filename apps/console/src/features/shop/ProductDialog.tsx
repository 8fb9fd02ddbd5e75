import { Alert, Text, Textarea } from "@mantine/core";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { type FormEvent, useState } from "react";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { draftOf, fileOf, type ProductDraft } from "./product-draft.ts";
import { ProductFields, ProductTextFields } from "./ProductFields.tsx";
import { ProductPreview } from "./ProductPreview.tsx";
import { ProductSales } from "./ProductSales.tsx";
import type { Product } from "./Products.tsx";

/** Dialog that adds a product, or changes one, with what the shop will show. */
export function ProductDialog({
  product,
  onClose,
}: {
  product: Product | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useProductForm(product, onClose);
  const title = product ? `${t("catalogue.edit")}: ${product.sku}` : t("catalogue.add");
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <DialogForm
        submit={t(product ? "catalogue.save" : "catalogue.add")}
        busy={form.busy}
        onSubmit={form.submit}
      >
        <Text c="dimmed">{t("catalogue.help")}</Text>
        <ProductTextFields draft={form.draft} change={form.change} />
        <ProductFields draft={form.draft} isNew={product === null} change={form.change} />
        <ProductPreview draft={form.draft} />
        {product && <ProductSales sku={product.sku} />}
        <Textarea
          label={t("fields.reason")}
          autosize
          value={form.reason}
          onChange={(event) => form.setReason(event.currentTarget.value)}
        />
        {form.fault && (
          <Alert color="red" role="alert">
            {form.fault}
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  );
}

function useProductForm(now: Product | null, onClose: () => void) {
  const t = useT();
  // As it was when the form was opened: the list is read again meanwhile.
  const [product] = useState(now);
  const [draft, setDraft] = useState(() => draftOf(product));
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState("");
  const add = useCallMutation("productAdd", { quiet: true });
  const set = useCallMutation("productSet", { quiet: true });
  const change = (changes: Partial<ProductDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setFault("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const file = JSON.stringify(fileOf(draft, product));
    const why = reason.trim() ? { reason: reason.trim() } : {};
    const done = {
      onSuccess: () => {
        toast.success(t("catalogue.done"));
        onClose();
      },
      onError: (error: Error) => setFault(error.message),
    };
    if (product) set.mutate({ sku: product.sku, file, seen: product.version, ...why }, done);
    else add.mutate({ file, ...why }, done);
  };
  return { draft, change, reason, setReason, fault, submit, busy: add.isPending || set.isPending };
}
