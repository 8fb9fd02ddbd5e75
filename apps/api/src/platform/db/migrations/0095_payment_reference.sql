-- The reference that a payer writes with a bank transfer; staff find the payment by it.
create unique index payment_reference on payment (provider_ref) where method = 'bank';
