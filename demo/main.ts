/**
 * `npm run demo`: a product with one customer of 60 days, who has products, orders, payments and
 * withdrawals of every state. It runs until Ctrl-C; the next start finds the same.
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
