import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { type Export, saveExport } from "./export-file.ts";

/** Saves a file and says so; `parts` is the progress of an export in several parts. */
export function useExport(onSaved: () => void) {
  const { t } = useTranslation("parts");
  const [parts, setParts] = useState<{ done: number; of: number } | null>(null);
  const run = useMutation({
    mutationFn: (file: Export) =>
      saveExport(file, (done, of) => setParts(of > 1 ? { done, of } : null)),
    onSuccess: (name) => {
      toast.success(t("payments.saved", { name }));
      onSaved();
    },
    onSettled: () => setParts(null),
  });
  return { busy: run.isPending, parts, save: (wanted: Export) => run.mutate(wanted) };
}
