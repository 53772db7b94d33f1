/** Where in a body something lies, step by step. */
export type Path = readonly (string | number)[];

/** One fault of a body, as Discord reports it inside `errors`. */
export interface FieldFault {
  readonly path: Path;
  readonly code: string;
  readonly message: string;
}

/** An answer of Discord's REST interface other than success. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly faults: readonly FieldFault[];

  constructor(status: number, code: number, message: string, faults: readonly FieldFault[] = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.faults = faults;
  }

  /** The body Discord sends. */
  toBody(): object {
    const body = { message: this.message, code: this.code };
    return this.faults.length === 0 ? body : { ...body, errors: nest(this.faults) };
  }
}

/** Discord's codes, each with its status and its own words. */
const KNOWN = {
  unauthorized: [401, 0, "401: Unauthorized"],
  notFound: [404, 0, "404: Not Found"],
  methodNotAllowed: [405, 0, "405: Method Not Allowed"],
  unknownApplication: [404, 10002, "Unknown Application"],
  unknownChannel: [404, 10003, "Unknown Channel"],
  unknownGuild: [404, 10004, "Unknown Guild"],
  unknownMember: [404, 10007, "Unknown Member"],
  unknownMessage: [404, 10008, "Unknown Message"],
  unknownRole: [404, 10011, "Unknown Role"],
  unknownUser: [404, 10013, "Unknown User"],
  unknownWebhook: [404, 10015, "Unknown Webhook"],
  unknownInteraction: [404, 10062, "Unknown interaction"],
  unknownCommand: [404, 10063, "Unknown application command"],
  tooManyCommands: [400, 30032, "Maximum number of application commands reached (100)"],
  tooManyPins: [400, 30003, "Maximum number of pins reached (50)"],
  tooManyFollowUps: [400, 40094, "This interaction has reached the maximum number of follow-up messages"],
  tooLarge: [413, 40005, "Request entity too large"],
  alreadyCrossposted: [400, 40033, "This message has already been crossposted"],
  alreadyAcknowledged: [400, 40060, "Interaction has already been acknowledged"],
  missingAccess: [403, 50001, "Missing Access"],
  notTextChannel: [400, 50008, "Cannot send messages in a non-text channel"],
  wrongChannelType: [400, 50024, "Cannot execute action on this channel type"],
  emptyMessage: [400, 50006, "Cannot send an empty message"],
  closedDm: [403, 50007, "Cannot send messages to this user"],
  notAuthor: [403, 50005, "Cannot edit a message authored by another user"],
  missingPermissions: [403, 50013, "Missing Permissions"],
  invalidToken: [401, 50027, "Invalid Webhook Token"],
  invalidContentType: [400, 50035, "Invalid Form Body"],
  archivedThread: [400, 50083, "Thread is archived"],
  badJson: [400, 50109, "The request body contains invalid JSON."],
  lockedThread: [403, 160005, "Thread is locked"],
  threadExists: [400, 160004, "A thread has already been created for this message"],
} as const;

export type KnownRefusal = keyof typeof KNOWN;

/** One of Discord's own refusals. */
export function refusal(name: KnownRefusal): ApiError {
  const [status, code, message] = KNOWN[name];
  return new ApiError(status, code, message);
}

/** 50035 with the paths of the faults. */
export function invalidBody(faults: readonly FieldFault[]): ApiError {
  return new ApiError(400, 50035, "Invalid Form Body", faults);
}

/** `components[0].label`, for people. */
export function showPath(path: Path): string {
  return path.reduce<string>(
    (shown, step) =>
      typeof step === "number" ? `${shown}[${step}]` : shown === "" ? step : `${shown}.${step}`,
    "",
  );
}

/** A list of the faults of one body, filled by the checks. */
export class FaultList {
  readonly all: FieldFault[] = [];
  readonly #at: Path;

  /** `at`: where in the body the checked part lies. */
  constructor(at: Path = []) {
    this.#at = at;
  }

  add(path: Path, code: string, message: string): void {
    this.all.push({ path: this.#at.length === 0 ? path : [...this.#at, ...path], code, message });
  }

  /** Whether a fault of this field of the checked part is known. */
  hasField(name: string): boolean {
    return this.all.some((fault) => fault.path[this.#at.length] === name);
  }

  required(path: Path): void {
    this.add(path, "BASE_TYPE_REQUIRED", "This field is required");
  }

  tooLong(path: Path, max: number): void {
    this.add(path, "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
  }

  throwIfAny(): void {
    if (this.all.length > 0) throw invalidBody(this.all);
  }
}

interface ErrorTree {
  [step: string]: ErrorTree | { code: string; message: string }[];
}

function nest(faults: readonly FieldFault[]): ErrorTree {
  const root: ErrorTree = Object.create(null) as ErrorTree;
  for (const fault of faults) {
    let node = root;
    for (const step of fault.path) node = (node[step] ??= Object.create(null) as ErrorTree) as ErrorTree;
    const list = (node["_errors"] ??= []) as { code: string; message: string }[];
    list.push({ code: fault.code, message: fault.message });
  }
  return root;
}
