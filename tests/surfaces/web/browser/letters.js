// Notes what is written on each canvas, so that `page_faults.js` can tell whether it can be read.
(() => {
  const own = CanvasRenderingContext2D.prototype, { fillText, clearRect } = own;
  own.clearRect = function (...frame) {
    if (this.canvas.letters) this.canvas.letters.clear();
    return clearRect.apply(this, frame);
  };
  own.fillText = function (text, x, y, ...rest) {
    const { canvas, textAlign, textBaseline } = this, box = this.measureText(text), moved = this.getTransform();
    const at = { x: x + moved.e, y: y + moved.f }, place = `${Math.round(at.x)} ${Math.round(at.y)}`;
    canvas.letters ??= new Map();
    if (text) {
      canvas.letters.set(`${text} ${place}`, {
        text, size: parseFloat(this.font.match(/([\d.]+)px/)[1]),
        left: at.x - box.actualBoundingBoxLeft, right: at.x + box.actualBoundingBoxRight,
        top: at.y - box.actualBoundingBoxAscent, bottom: at.y + box.actualBoundingBoxDescent,
        tick: textAlign === "center" && textBaseline === "top" && at.y > canvas.height / 2 ? `x at ${Math.round(at.y)}` : textAlign === "right" && textBaseline === "middle" ? "y" : null,
      });
    }
    return fillText.call(this, text, x, y, ...rest);
  };
})();
