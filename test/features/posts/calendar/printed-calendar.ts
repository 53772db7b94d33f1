import { writeIcs } from "../../../../src/features/posts/calendar/write-ics.ts";
import { CALENDAR } from "./sample-calendar.ts";

/** Prints a calendar, in a process whose machine is in another zone. */
process.stdout.write(writeIcs(CALENDAR));
