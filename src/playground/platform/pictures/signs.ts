/** A sign's signed distance, below 0 inside, so that it is smooth at every size. From -1 to 1, y downward. */
export type Sign = (x: number, y: number) => number;

export const signs: Readonly<Record<string, Sign>> = {
  sword: (x, y) =>
    turned(x, y, 0.785, (u, v) =>
      Math.min(
        Math.max(box(u, v + 0.22, 0.1, 0.58), Math.abs(u) - 0.1 + Math.max(0, -v - 0.6) * 0.5),
        box(u, v - 0.42, 0.34, 0.06),
        box(u, v - 0.62, 0.06, 0.2),
        circle(u, v - 0.84, 0.11),
      ),
    ),
  bow: (x, y) =>
    turned(x, y, 0.785, (u, v) =>
      Math.min(
        Math.max(Math.abs(circle(u + 0.25, v, 0.75)) - 0.07, -u - 0.02),
        box(u - 0.02, v, 0.02, 0.72),
        box(u - 0.15, v, 0.72, 0.035),
        Math.max(Math.abs(v) - 0.14 + (u - 0.72) * 0.7, 0.72 - u),
      ),
    ),
  spear: (x, y) =>
    turned(x, y, 0.6, (u, v) =>
      Math.min(box(u, v - 0.15, 0.05, 0.78), rhombus(u, v + 0.62, 0.17, 0.36), box(u, v + 0.2, 0.2, 0.045)),
    ),
  hammer: (x, y) =>
    turned(x, y, 0.5, (u, v) =>
      Math.min(box(u, v - 0.2, 0.07, 0.7), box(u, v + 0.45, 0.46, 0.2) - 0.04, box(u, v - 0.86, 0.12, 0.06)),
    ),
  shield: (x, y) => {
    const body = Math.max(Math.abs(x) - 0.6, -y - 0.7, Math.hypot(Math.abs(x) + 0.35, y + 0.1) - 0.95);
    return Math.max(body, -Math.min(box(x, y, 0.05, 0.9), box(x, y + 0.2, 0.9, 0.05)));
  },
  wing: (x, y) => {
    let nearest = 9;
    for (let feather = 0; feather < 4; feather += 1) {
      const distance = turned(x + 0.45, y + 0.35 - feather * 0.06, -0.2 + feather * 0.3, (u, v) =>
        ellipse(u - 0.55, v, 0.6 - feather * 0.07, 0.11),
      );
      nearest = Math.min(nearest, distance);
    }
    return nearest;
  },
  moon: (x, y) => Math.max(circle(x, y, 0.72), -circle(x - 0.34, y + 0.14, 0.58)),
  flame: (x, y) => {
    const outer = drop(x, y * 0.95 - 0.1, 0.52);
    return Math.max(outer, -drop(x + 0.04, y * 1.1 - 0.42, 0.22));
  },
  drop: (x, y) =>
    Math.max(
      drop(x, y - 0.12, 0.5),
      -Math.max(Math.abs(circle(x, y - 0.2, 0.33)) - 0.035, -x - 0.02, 0.2 - y),
    ),
  star: (x, y) => star(x, y, 5, [0.78, 0.36]),
  crown: (x, y) => {
    const zigzag = -0.1 - Math.abs(((x / 0.6 + 3) % 1) - 0.5) * 0.9;
    return Math.max(Math.abs(x) - 0.62 + (y + 0.3) * 0.12, y - 0.42, zigzag - y - 0.05) * 0.8;
  },
  ring: (x, y) => Math.min(Math.abs(circle(x, y - 0.14, 0.5)) - 0.09, rhombus(x, y + 0.56, 0.26, 0.24)),
  eye: (x, y) => {
    const lid = Math.max(circle(x, y + 0.42, 0.9), circle(x, y - 0.42, 0.9));
    return Math.max(lid, -(Math.abs(circle(x, y, 0.3)) - 0.07));
  },
  tower: (x, y) => {
    const body = Math.max(Math.abs(x) - 0.34 - y * 0.08, Math.abs(y - 0.12) - 0.68);
    const top = Math.max(box(x, y + 0.56, 0.5, 0.16), -box(((x + 3.01) % 0.34) - 0.17, y + 0.66, 0.06, 0.1));
    const door = Math.min(circle(x, y - 0.5, 0.13), box(x, y - 0.68, 0.13, 0.18));
    return Math.max(Math.min(body, top), -door, -box(x, y + 0.1, 0.06, 0.14));
  },
  key: (x, y) =>
    turned(x, y, 0.785, (u, v) =>
      Math.min(
        Math.abs(circle(u, v + 0.45, 0.28)) - 0.09,
        box(u, v - 0.35, 0.07, 0.5),
        box(u - 0.17, v - 0.72, 0.14, 0.055),
        box(u - 0.14, v - 0.5, 0.11, 0.055),
      ),
    ),
  leaf: (x, y) =>
    turned(x, y, 0.7, (u, v) => {
      const blade = Math.max(circle(u + 0.5, v, 0.88), circle(u - 0.5, v, 0.88));
      return Math.max(blade, -Math.max(Math.abs(u) - 0.025, v - 0.9));
    }),
  gem: (x, y) => {
    const body = Math.max(
      Math.abs(x) * 0.8 + y * 0.62 - 0.5,
      -y - 0.42,
      Math.abs(x) - 0.68 - (y + 0.42) * 0.6,
    );
    return Math.max(
      body,
      -Math.min(Math.abs(y + 0.12) - 0.025, Math.abs(Math.abs(x) - 0.2 + y * 0.2) - 0.02),
    );
  },
};

export function circle(x: number, y: number, radius: number): number {
  return Math.hypot(x, y) - radius;
}

function box(x: number, y: number, halfWidth: number, halfHeight: number): number {
  return Math.max(Math.abs(x) - halfWidth, Math.abs(y) - halfHeight);
}

export function star(
  x: number,
  y: number,
  points: number,
  [outer, inner]: readonly [number, number],
): number {
  const slice = Math.PI / points;
  const angle = Math.abs(((((Math.atan2(x, -y) / slice + 400 * points + 1) % 2) + 2) % 2) - 1) * slice;
  const radius = Math.hypot(x, y);
  const [u, v] = [radius * Math.sin(angle), radius * Math.cos(angle)];
  const [ex, ey] = [inner * Math.sin(slice), inner * Math.cos(slice) - outer];
  return (u * -ey + (v - outer) * ex) / Math.hypot(ex, ey);
}

function rhombus(x: number, y: number, halfWidth: number, halfHeight: number): number {
  const outside = Math.abs(x) / halfWidth + Math.abs(y) / halfHeight - 1;
  return (outside * halfWidth * halfHeight) / Math.hypot(halfWidth, halfHeight);
}

function ellipse(x: number, y: number, halfWidth: number, halfHeight: number): number {
  return (Math.hypot(x / halfWidth, y / halfHeight) - 1) * Math.min(halfWidth, halfHeight);
}

/** A round drop with its point up. */
function drop(x: number, y: number, radius: number): number {
  const tip = -1.7 * radius;
  if (y > 0) return circle(x, y, radius);
  if (y < tip) return Math.hypot(x, y - tip);
  const width = radius * Math.sqrt(Math.max(0, 1 - y / tip));
  return (Math.abs(x) - width * (1 - 0.25 * (y / tip))) * 0.8;
}

function turned(x: number, y: number, angle: number, sign: Sign): number {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return sign(x * cos + y * sin, y * cos - x * sin);
}
