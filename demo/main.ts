/**
 * `npm run demo`: a product with one customer 60 days old, who has products, orders, payments and
 * withdrawals in every state. Runs until Ctrl-C; the next start reuses the same data.
 */
import { login } from "./customer.ts";
import { endDemo, startDemo } from "./start.ts";

const product = await startDemo({ free: false });
console.log(`
  The demonstration is ready: ${product.url}
  e-mail    ${login.email}
  password  ${login.password}
`);
const end = () => void endDemo(product).then(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
void product.ended.then(({ code }) => process.exit(code ?? 1));
