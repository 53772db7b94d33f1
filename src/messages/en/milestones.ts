/** /milestones. */
export const milestones = {
  title: "Milestones",
  intro: "What ends soonest comes first.",
  phases: { on: "On now", always: "Always on", upcoming: "Coming up", ended: "Over" },
  week: { title: "This week" },
  open: "Open a milestone",
  icon: (name: string) => `Icon of ${name}`,
  goal: (name: string, goal: string) => `${name} (${goal})`,
  questIn: (quest: string, activity: string) => `${quest}, in ${activity}`,
  vendorWith: (vendor: string, item: string) => `${vendor}: ${item}`,
  nothing: {
    title: "No milestones right now",
    next: "The platform lists none at the moment. Look again after the next reset.",
  },
  gone: {
    title: "This milestone is over",
    next: "The platform no longer lists it.",
  },
};
