import { type Hosts, isOfApi } from "../profile/hosts.ts";
import { operationParameters } from "../profile/parameters.ts";
import type { CodeClass, OperationId } from "../profile/schema.ts";
import type { PlatformRequest } from "./request.ts";

/**
 * Returns whether a refusal by status means that the application's key is wrong or missing: a public call carries
 * nothing else that could be refused.
 */
export function isKeyAtFault(
  { class: kind, operation, url }: Pick<PlatformRequest, "class" | "operation" | "url">,
  refusal: CodeClass | undefined,
  hosts: Pick<Hosts, "api" | "apis">,
): boolean {
  if (kind !== "public" || !isOfApi(url, hosts)) return false;
  const known: Readonly<Record<string, (typeof operationParameters)[OperationId] | undefined>> =
    operationParameters;
  const mayRefuse = known[operation]?.mayRefuse;
  if (refusal === "signIn") return mayRefuse !== "signed-out";
  return refusal === "private" && mayRefuse === undefined;
}
