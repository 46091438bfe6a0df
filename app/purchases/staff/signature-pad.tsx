import { type PointerEvent, useRef, useState } from "react";

/** Half of what a retina phone could draw: a signature stays legible, and fits into a form. */
const [WIDTH, HEIGHT] = [600, 200];

/** A box that the seller signs in with a finger, posted as a PNG. Without script the bill is signed on paper. */
export function SignaturePad({ isSigned }: { isSigned: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [png, setPng] = useState("");
  const [isDown, setDown] = useState(false);

  function at({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * WIDTH, ((clientY - top) / height) * HEIGHT];
  }

  function start(event: PointerEvent<HTMLCanvasElement>) {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    Object.assign(context, { lineWidth: 3, lineCap: "round", lineJoin: "round" });
    context.beginPath();
    context.moveTo(...at(event));
    setDown(true);
  }

  function draw(event: PointerEvent<HTMLCanvasElement>) {
    const context = canvas.current?.getContext("2d");
    if (!context || !isDown) return;
    context.lineTo(...at(event));
    context.stroke();
  }

  function end() {
    if (!isDown) return;
    setDown(false);
    setPng(canvas.current?.toDataURL("image/png") ?? "");
  }

  function clear() {
    canvas.current?.getContext("2d")?.clearRect(0, 0, WIDTH, HEIGHT);
    setPng("");
  }

  return (
    <>
      <h2>{isSigned ? "Sign Again" : "Sign on the Screen"}</h2>
      <canvas
        ref={canvas}
        className="bill__canvas"
        width={WIDTH}
        height={HEIGHT}
        aria-label="Box for the seller's signature"
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <input type="hidden" name="signature" value={png} />
      <div className="cluster">
        <button type="submit" className="button" disabled={png === ""}>
          Save Signature
        </button>
        <button type="button" className="button button--secondary" onClick={clear}>
          Clear
        </button>
      </div>
    </>
  );
}
