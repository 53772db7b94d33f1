declare module "discord-api-spec/zod" {
  const schemas: Readonly<Record<string, unknown>>;
  export = schemas;
}
