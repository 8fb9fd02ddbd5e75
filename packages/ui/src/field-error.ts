import type { UseFormReturnType } from "@mantine/form";

/** A refusal about a field; `entry` is the invalid item of a list. */
interface FieldRefusal {
  msg: string;
  field: string | undefined;
  entry: string | undefined;
}

/**
 * For `useCommand(name, { handles: toFieldError(form) })`: shows a refusal that concerns a field of
 * the form at that field, with the list item concerned; leaves others to the toast.
 */
export function toFieldError<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
): (refused: FieldRefusal) => boolean {
  return (refused) => {
    const { field, entry, msg } = refused;
    if (!field || !(field in form.getValues())) return false;
    form.setFieldError(field, entry ? `${entry}: ${msg}` : msg);
    return true;
  };
}
