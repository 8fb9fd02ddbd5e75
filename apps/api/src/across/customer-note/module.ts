import { defineModule } from "../../platform/module.ts";
import { deleteNotesOf } from "./store.ts";

export const customerNoteModule = defineModule({
  erase: { clear: (_services, tx, { accountIds }) => deleteNotesOf(tx, accountIds) },
});
