import { beforeEach, expect, it } from "vitest";

import { MAX_POST_FILES } from "../../../../src/features/posts/reminder-service.ts";
import { postFileRows } from "../../../../src/features/posts/store/post-file-rows.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { announcement, contentOf, GUILD, stageBook } from "../reminder-service-harness.ts";

describeEachDatabase("what posts carry", (database) => {
  let service: ReturnType<typeof stageBook>["book"];
  beforeEach(() => {
    service = stageBook(database().queries).book;
  });
  const rows = () => postFileRows(database().queries);
  const make = async (title: string) => {
    const subject = { kind: "note", text: title } as const;
    const content = contentOf({ purpose: "announcement", subject, title });
    const made = await service.make(announcement({ content }));
    if (!("reminder" in made)) throw new Error(made.kind);
    return made.reminder;
  };

  it("is kept as it is, replaced, and gone with its announcement", async () => {
    const { id } = await make("Raid");
    await rows().put(id, Buffer.from([0, 255, 39, 92]));
    expect(await rows().of(id)).toEqual(Buffer.from([0, 255, 39, 92]));
    await rows().put(id, Buffer.from("plan"));
    expect(await rows().of(id)).toEqual(Buffer.from("plan"));
    await service.remove(id);
    expect(await rows().of(id)).toBeUndefined();
  });

  it("never is more than a server may have, however many admins upload at once", async () => {
    const all = [];
    for (let number = 0; number < MAX_POST_FILES + 2; number += 1) all.push(await make(`Night ${number}`));
    const file = { name: "plan.txt", isPicture: false };
    const changed = await Promise.all(
      all.map(({ id, revision, content: before }) =>
        service.change(
          { id, revision, by: "1" },
          { content: { ...before, file }, file: Buffer.from("plan") },
        ),
      ),
    );
    expect(changed.filter((result) => result === "done")).toHaveLength(MAX_POST_FILES);
    expect(changed.filter((result) => result === "files-full")).toHaveLength(2);
    expect(await rows().countOthers(GUILD, "none")).toBe(MAX_POST_FILES);
  });
});
