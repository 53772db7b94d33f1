// A rule for oxlint: no call of what is pure in JavaScript is made only to see whether it throws. Bundlers drop it.

/** Namespaces whose functions change nothing but what they are given. */
const PURE_NAMESPACES = new Set(["Intl", "JSON", "Math", "Number", "String", "Temporal", "URL"]);
const PURE = new Set(
  (
    "Array ArrayBuffer BigInt Boolean Date Error Map Number RangeError RegExp Set String Symbol TextDecoder TextEncoder " +
    "TypeError URL URLSearchParams WeakMap WeakSet atob btoa decodeURI decodeURIComponent encodeURI " +
    "encodeURIComponent escape isFinite isNaN parseFloat parseInt structuredClone unescape"
  ).split(" "),
);

/** `void x` and `await x` discard the value of `x` as well. */
function discarded(node) {
  return node.type === "UnaryExpression" || node.type === "AwaitExpression" ? discarded(node.argument) : node;
}

function isPure(callee) {
  if (callee.type === "Identifier") return PURE.has(callee.name);
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    PURE_NAMESPACES.has(callee.object.name)
  );
}

const noDiscardedCall = {
  create: (context) => ({
    ExpressionStatement(node) {
      const call = discarded(node.expression);
      if (!["CallExpression", "NewExpression"].includes(call.type) || !isPure(call.callee)) return;
      context.report({
        node,
        message: "The build drops a call whose value nobody uses, though it may throw: use the value.",
      });
    },
  }),
};

export default { meta: { name: "milepost" }, rules: { "no-discarded-call": noDiscardedCall } };
